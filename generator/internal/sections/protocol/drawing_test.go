package protocol_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
)

// A drawing is well-formed whatever its texts are, and nothing lies outside of it.
func TestDrawing(t *testing.T) {
	const hostile = `a"<b>&'</svg><script>` + "\u202e\x1b"
	step := func(key string, body ...*protocol.Item) *protocol.Item {
		return &protocol.Item{Kind: steplist.Call, Key: key, Body: body}
	}
	for name, op := range map[string]*protocol.Operation{
		"nothing": {Name: "empty"},
		"all": {Name: hostile, Items: []*protocol.Item{
			step(hostile), {Kind: steplist.Call, Method: &protocol.Method{Form: protocol.StepsForm}, Key: strings.Repeat("long_name_", 20)},
			{Kind: steplist.If, Key: "if_a", Body: []*protocol.Item{step("b"), {Kind: steplist.Call, Return: true, Key: "return_x"}}},
			{Kind: steplist.ElseIf, Key: hostile, Body: []*protocol.Item{{Kind: steplist.Loop, Key: "for_each_c", Body: []*protocol.Item{{Kind: steplist.If, Key: "if_d", Body: []*protocol.Item{step("e")}}}}}},
			{Kind: steplist.Else, Body: []*protocol.Item{{Kind: steplist.Group, Key: hostile, Body: []*protocol.Item{step("f")}}}},
			{Kind: steplist.Handler, Key: hostile, Body: []*protocol.Item{step("g"), {Kind: steplist.Handler, Key: "h"}}},
			{Kind: steplist.Repeat, Key: "for_1", Body: nil}, {Kind: steplist.Raw, Note: hostile},
		}},
		"choice": {Name: "c", Choice: &protocol.Choice{Alternatives: []*protocol.Alternative{
			{Key: "a", Items: []*protocol.Item{step("x")}}, {Key: hostile}, {Key: "c", Items: []*protocol.Item{{Kind: steplist.Call, Return: true, Key: "return_y"}}},
		}}},
		"all end early": {Name: "d", Items: []*protocol.Item{
			{Kind: steplist.If, Key: "if_a", Body: []*protocol.Item{{Kind: steplist.Call, Return: true, Key: "return_x"}}}, {Kind: steplist.Else, Body: []*protocol.Item{{Kind: steplist.Call, Return: true, Key: "return_y"}}},
		}},
	} {
		t.Run(name, func(t *testing.T) { checkDrawing(t, op.Drawing()) })
	}
	early := (&protocol.Operation{Name: "d", Items: []*protocol.Item{{Kind: steplist.Call, Return: true, Key: "return_x"}}}).Drawing()
	if strings.Contains(early, ">done<") {
		t.Error("an operation that has ended leads on to its end")
	}
}

func checkDrawing(t *testing.T, text string) {
	var width, height float64
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		numbers := map[string]float64{}
		for _, a := range element.Attr {
			if f, err := strconv.ParseFloat(a.Value, 64); err == nil {
				numbers[a.Name.Local] = f
			}
		}
		switch element.Name.Local {
		case "svg":
			width, height = numbers["width"], numbers["height"]
		case "rect", "text", "polygon", "path":
			if numbers["x"] < 0 || numbers["y"] < 0 || numbers["x"]+numbers["width"] > width || numbers["y"]+numbers["height"] > height {
				t.Errorf("%v lies outside of %g x %g", numbers, width, height)
			}
		default:
			t.Errorf("an element <%s>", element.Name.Local)
		}
	}
}
