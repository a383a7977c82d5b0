// A workflow of GitHub Actions that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/workflow"
)

func main() {
	checkout, test := "actions/checkout@v4", "go test ./..."
	w := workflow.NewWorkflow()
	w.On = workflow.NewWorkflowOnEvent(workflow.EventPush)
	w.Jobs = map[string]workflow.WorkflowJobsValue{
		"test": workflow.NewWorkflowJobsValueNormalJob(workflow.NormalJob{
			RunsOn: workflow.NewNormalJobRunsOnString("ubuntu-latest"),
			Steps:  []workflow.Step{{Uses: &checkout}, {Run: &test}},
		}),
	}
	fmt.Println(w, w.Validate())

	read, err := workflow.ParseWorkflow([]byte(`{
		"name": "Release", "on": {"push": {"tags": ["v*"]}},
		"permissions": {"contents": "write"},
		"jobs": {"publish": {"runs-on": ["self-hosted", "linux"], "timeout-minutes": 30,
			"steps": [{"uses": "actions/checkout@v4"}, {"name": "Upload", "run": "make upload", "env": {"LEVEL": 3}}]}}}`))
	if err != nil {
		panic(err)
	}
	if job, ok := read.Jobs["publish"].AsNormalJob(); ok {
		fmt.Println(read.GetName(), job.GetTimeoutMinutes(), *job.Steps[1].Run)
	}
	fmt.Println(workflow.ValidateWorkflow([]byte(`{"on": "push", "jobs": {"test": {"steps": []}}}`)))
}
