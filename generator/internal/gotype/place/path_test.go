package place

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/schema"
)

// TestQualifiedNames takes what says where it is from off the key of a definition.
func TestQualifiedNames(t *testing.T) {
	for key, want := range map[string][]string{
		"io.k8s.api.core.v1.Container": {"Container", "V1Container", "CoreV1Container", "APICoreV1Container", "K8sAPICoreV1Container", "IoK8sAPICoreV1Container"},
		"google.protobuf.Timestamp":    {"Timestamp", "ProtobufTimestamp", "GoogleProtobufTimestamp"},
		"Foo.bar.Baz":                  {""}, // no packages
		"v1.Pod":                       {""}, // too little to tell
		"a.b.c":                        {""},
		"a..B":                         {""},
		"a.b.":                         {""},
		"example.com/x.y.Z":            {""},

		"https://shop.example/schema/Receipt.schema.json": {"Receipt", "SchemaReceipt"},
		"http://example.org/defs/2.6.0/info.json":         {"Info", "Defs260Info"},
		"https://example.org/2.1/address":                 {"Address"},
		"https://example.org/money.json#/$defs/price":     {"Price", "MoneyDefsPrice"},
		"https://example.org/2.1":                         {""}, // nothing but a version
		"https://example.org":                             {""},
		"common/address.yaml":                             {"Address", "CommonAddress"},
		"./line-item.schema.json":                         {"LineItem"},
		"package.json":                                    {""}, // a plain key
		"in/out":                                          {""},
	} {
		name, longer := new(Places).qualified(key)
		if got := append([]string{name}, longer...); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", key, got, want)
		}
	}
	if !IsQualified(&schema.Node{FilePointer: "/definitions/a.b.C/properties/x"}) || IsQualified(&schema.Node{FilePointer: "/definitions/C"}) {
		t.Error("IsQualified")
	}
}
