package place

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/schema"
)

// TestDottedNames takes the packages off the keys of definitions that begin with some.
func TestDottedNames(t *testing.T) {
	for key, want := range map[string][]string{
		"io.k8s.api.core.v1.Container": {"Container", "V1Container", "CoreV1Container", "APICoreV1Container", "K8sAPICoreV1Container", "IoK8sAPICoreV1Container"},
		"google.protobuf.Timestamp":    {"Timestamp", "ProtobufTimestamp", "GoogleProtobufTimestamp"},
		"Foo.bar.Baz":                  {""}, // no packages
		"v1.Pod":                       {""}, // too little to tell
		"a.b.c":                        {""},
		"a..B":                         {""},
		"a.b.":                         {""},
		"example.com/x.y.Z":            {""},
	} {
		name, longer := new(Places).dotted(key)
		if got := append([]string{name}, longer...); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", key, got, want)
		}
	}
	if !InPackages(&schema.Node{FilePointer: "/definitions/a.b.C/properties/x"}) || InPackages(&schema.Node{FilePointer: "/definitions/C"}) {
		t.Error("InPackages")
	}
}
