// A patient of FHIR that is made in Go, and a resource that is read.
package main

import (
	"fmt"

	"example.com/twelve/fhir"
)

func main() {
	family, gender, born := fhir.String("Lovelace"), fhir.ResourceGenderFemale, fhir.Date("1815-12-10")
	p := fhir.NewPatient()
	p.Name = []fhir.HumanName{{Family: &family, Given: []fhir.String{"Ada", "King"}}}
	p.Gender, p.BirthDate = &gender, &born
	fmt.Println(p, p.Validate())

	read, err := fhir.ParseResource([]byte(`{
		"resourceType": "Patient", "id": "p1", "active": true,
		"name": [{"use": "official", "family": "Hopper", "given": ["Grace"]}], "birthDate": "1906-12-09"}`))
	if err != nil {
		panic(err)
	}
	switch r := read.Variant().(type) {
	case *fhir.Patient:
		fmt.Println(*r.Name[0].Family, *r.BirthDate, *r.Active)
	default:
		fmt.Println(read.Kind())
	}
}
