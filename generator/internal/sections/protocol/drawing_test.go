package protocol

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// A drawing is well-formed whatever its texts are, and nothing lies outside of it.
func TestDrawing(t *testing.T) {
	const hostile = `a"<b>&'</svg><script>` + "\u202e\x1b"
	step := func(key string, body ...*Item) *Item { return &Item{Kind: StepItem, Key: key, Body: body} }
	for name, op := range map[string]*Operation{
		"nothing": {Name: "empty"},
		"all": {Name: hostile, Items: []*Item{
			step(hostile), {Kind: SubItem, Key: strings.Repeat("long_name_", 20)},
			{Kind: IfItem, Key: "if_a", Body: []*Item{step("b"), {Kind: ReturnItem, Key: "return_x"}}},
			{Kind: ElseIfItem, Key: hostile, Body: []*Item{{Kind: ForEachItem, Key: "for_each_c", Body: []*Item{{Kind: IfItem, Key: "if_d", Body: []*Item{step("e")}}}}}},
			{Kind: ElseItem, Body: []*Item{{Kind: GroupItem, Key: hostile, Body: []*Item{step("f")}}}},
			{Kind: OnItem, Key: hostile, Body: []*Item{step("g"), {Kind: OnItem, Key: "h"}}},
			{Kind: ForItem, Key: "for_1", Body: nil}, {Kind: NoteItem, Note: hostile},
		}},
		"choice": {Name: "c", Choice: &Choice{Alternatives: []*Alternative{
			{Key: "a", Items: []*Item{step("x")}}, {Key: hostile}, {Key: "c", Items: []*Item{{Kind: ReturnItem, Key: "return_y"}}},
		}}},
		"all end early": {Name: "d", Items: []*Item{
			{Kind: IfItem, Key: "if_a", Body: []*Item{{Kind: ReturnItem, Key: "return_x"}}}, {Kind: ElseItem, Body: []*Item{{Kind: ReturnItem, Key: "return_y"}}},
		}},
	} {
		t.Run(name, func(t *testing.T) { checkDrawing(t, op.Drawing()) })
	}
	early := (&Operation{Name: "d", Items: []*Item{{Kind: ReturnItem, Key: "return_x"}}}).Drawing()
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
