package names

import "testing"

func TestExported(t *testing.T) {
	for text, want := range map[string]string{
		"created_at": "CreatedAt", "createdAt": "CreatedAt", "host-name": "HostName", "task_id": "TaskID",
		"taskIds": "TaskIDs", "HTTPServer": "HTTPServer", "2fa": "N2fa", "@version": "Version", "$ref": "Ref",
		"": "", "--": "", "STATUS": "Status", "total_cost_usd": "TotalCostUSD", "日本": "N日本", "ärger": "Ärger",
		"Final_set": "FinalSet", "x;y": "XY", "line\nbreak": "LineBreak", "TAOIteration": "TAOIteration", "4x4Conf": "N4x4Conf",
	} {
		if got := Exported(text); got != want {
			t.Errorf("Exported(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestValueSuffixKeepsMeaning(t *testing.T) {
	seen := map[string]string{}
	for _, v := range []string{"", " ", "+1", "-1", "1", "<=", ">=", "=", "*", "~x", "x"} {
		id := ValueSuffix(v)
		if id == "" {
			t.Errorf("ValueSuffix(%q) is empty", v)
		}
		if other, ok := seen[id]; ok {
			t.Errorf("%q and %q are both %s", v, other, id)
		}
		seen[id] = v
	}
}

func TestAssign(t *testing.T) {
	claims := []Claim{{"/b", "Name"}, {"/a", "Name"}, {"/c", "String"}}
	reserved := func(s string) bool { return s == "String" }
	got, collisions := Assign(claims, reserved, nil)
	if got["/a"] != "Name" || got["/b"] == "Name" || got["/c"] != "String_" || len(collisions) != 2 {
		t.Errorf("without a manifest: %v %v", got, collisions)
	}
	got, _ = Assign(claims, reserved, map[string]string{"Name": "/b"})
	if got["/b"] != "Name" || got["/a"] == "Name" {
		t.Errorf("the manifest's holder lost its name: %v", got)
	}
}
