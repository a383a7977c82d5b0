// A Compose file that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/compose"
)

func main() {
	image, policy := "postgres:17", "unless-stopped"
	c := compose.NewCompose()
	c.Services = map[string]compose.Service{"db": {
		Image:   &image,
		Restart: &policy,
		Ports:   []compose.ServicePortsItem{compose.NewServicePortsItemString("5432:5432")},
		Volumes: []compose.ServiceVolumesItem{compose.NewServiceVolumesItemString("data:/var/lib/postgresql/data")},
	}}
	c.Volumes = map[string]*compose.Volume{"data": nil} // of which nothing more is said
	fmt.Println(c, c.Validate())

	read, err := compose.ParseCompose([]byte(`{
		"services": {"web": {"image": "caddy:2", "networks": ["front"], "environment": {"LOG": "debug", "WORKERS": 4},
			"ulimits": {"nofile": {"soft": 1024, "hard": 4096}}, "x-owner": "platform"}},
		"networks": {"front": {"driver": "bridge"}}}`))
	if err != nil {
		panic(err)
	}
	web := read.Services["web"]
	fmt.Println(*web.Image, *read.Networks.Matched["front"].Driver, web.Ulimits.Matched["nofile"], web.Extra["x-owner"])
}
