// A Deployment of Kubernetes that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/kubernetes"
)

func main() {
	version, kind, name, image, replicas := "apps/v1", kubernetes.DeploymentKindDeployment, "web", "caddy:2", int64(3)
	labels := map[string]string{"app": name}
	d := kubernetes.NewDeployment()
	d.APIVersion, d.Kind = &version, &kind
	d.Metadata = &kubernetes.ObjectMeta{Name: &name, Labels: labels}
	d.Spec = &kubernetes.DeploymentSpec{
		Replicas: &replicas,
		Selector: kubernetes.LabelSelector{MatchLabels: labels},
		Template: kubernetes.PodTemplateSpec{
			Metadata: &kubernetes.ObjectMeta{Labels: labels},
			Spec: &kubernetes.PodSpec{Containers: []kubernetes.Container{{
				Name: name, Image: &image, Ports: []kubernetes.ContainerPort{{ContainerPort: 80}},
			}}},
		},
	}
	fmt.Println(d, d.Validate())

	read, err := kubernetes.ParseDeployment([]byte(`{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "db", "annotations": {"owner": "storage"}},
		"spec": {"selector": {"matchLabels": {"app": "db"}}, "template": {"metadata": {"labels": {"app": "db"}},
			"spec": {"containers": [{"name": "db", "image": "postgres:17", "resources": {"limits": {"memory": "1Gi"}}}]}}}}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(*read.Metadata.Name, read.Metadata.Annotations["owner"], *read.Spec.Template.Spec.Containers[0].Image)
}
