package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestScripts_everyCommand reports commands, and those below them, that no script has
// succeed or fail.
func TestScripts_everyCommand(t *testing.T) {
	var app app
	ended := map[string]map[bool]string{} // by command and whether it succeeds: a script
	for _, cmd := range app.commands() {
		ended[cmd.Name()] = map[bool]string{}
		for _, below := range cmd.Commands() {
			ended[cmd.Name()+" "+below.Name()] = map[bool]string{}
		}
	}
	scripts, err := filepath.Glob(filepath.Join(repository(t), "testdata", "script", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, name := range scripts {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(txtar.Parse(data).Comment), -1) {
			words := strings.Fields(m[2])
			for i := range words {
				if to := ended[strings.Join(words[:i+1], " ")]; to != nil {
					to[m[1] == "0"] = filepath.Base(name)
				}
			}
		}
	}
	for command, to := range ended {
		for succeeds, what := range map[bool]string{true: "succeed", false: "fail"} {
			if to[succeeds] == "" {
				t.Errorf("no script has bindery %s %s", command, what)
			}
		}
	}
}

// call is a line of a script that runs the program, with its status.
var call = regexp.MustCompile(`(?m)^exits ([0-9]+) bindery (.*)$`)
