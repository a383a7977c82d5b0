package section_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

func TestHelpersAreFoundByTheWordsOfAStep(t *testing.T) {
	all := []section.Helper{
		{Name: "States.Update", When: []string{"save update", "state"}},
		{Name: "States.SpillValue", When: []string{"save", "file", "large"}},
		{Name: "Limits.Check", When: []string{"limit"}},
		{Name: "NewEntry", When: []string{"entry"}},
		{Name: "Costs.Create", When: []string{"create", "cost"}, Unless: []string{"cost_record", "alerts"}},
		{Name: "TaskDir", When: []string{"create load", "task"}},
		{Name: "NewTaskID", When: []string{"create", "id", "task"}},
	}
	for step, want := range map[string]string{
		"save_state":                  "States.Update",
		"saveState":                   "", // one word
		"Save-States":                 "States.Update",
		"save_state_to_file_if_large": "States.SpillValue States.Update",
		"check_limits":                "Limits.Check",
		"add_entries":                 "NewEntry",
		"think":                       "",
		"create_cost":                 "Costs.Create",
		"create_cost_record":          "",
		"create_cost_records_in_tree": "",
		"create_cost_alert":           "",
		"create_cost_of_cost_record":  "Costs.Create",
		"create_task_id":              "NewTaskID",
		"create_task_id_from_time":    "NewTaskID",
		"create_task":                 "TaskDir",
		"load_task_by_id":             "TaskDir",
	} {
		var got []string
		for _, h := range section.HelpersFor(step, all) {
			got = append(got, h.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", step, got, want)
		}
	}
	if got := section.Nouns("state_file", "rlm-state", "/history/mutations"); got != "state rlm history mutations mutation" {
		t.Error(got)
	}
}
