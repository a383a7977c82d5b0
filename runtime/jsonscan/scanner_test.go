package jsonscan

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/internal/race"
)

// valid are documents that are JSON to the letter.
var valid = map[string]string{
	"null":                             `null`,
	"white space around":               " \t\r\n1 \t\r\n",
	"white space inside":               "{ \"a\" :\n [ 1 ,\t2 ] , \"b\" : { } }",
	"long indentation":                 "[\n" + strings.Repeat(" ", 43) + "1\n" + strings.Repeat(" ", 16) + "]",
	"empty array":                      `[ ]`,
	"empty object":                     `{}`,
	"minus zero":                       `-0`,
	"minus zero fraction":              `-0.0`,
	"exponent out of float range":      `1e400`,
	"exponent out of any range":        `1e-99999999999999999999999`,
	"exponent with plus and zeros":     `1E+007`,
	"number of 100 digits":             strings.Repeat("1234567890", 10),
	"all short escapes":                `"\"\\\/\b\f\n\r\t"`,
	"escaped NUL":                      `"\u0000"`,
	"surrogate pair":                   `"\ud83d\uDE00"`,
	"DEL needs no escape":              "\"\x7f\"",
	"two to four byte characters":      `"é€😀"`,
	"non-character U+FFFF":             "\"\uffff\"",
	"replacement character":            "\"\ufffd\"",
	"quote straight after eight bytes": `"12345678"`,
	"escape straight after eight":      `"12345678\n"`,
	"empty name":                       `{"":1}`,
	"same name in siblings":            `[{"a":1},{"a":2}]`,
	"same name in parent and child":    `{"a":{"a":{"a":1}}}`,
	"names that differ in case":        `{"a":1,"A":2}`,
	"long names that differ inside":    `{"aaaaaaaaXaaaaaaaa":1,"aaaaaaaaYaaaaaaaa":2}`,
	"short names with NUL":             `{"a":1,"a\u0000":2,"\u0000a":3}`,
	"depth 10,000":                     strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
	"depth 10,000 of objects":          strings.Repeat(`{"a":`, 9_999) + "[]" + strings.Repeat("}", 9_999),
}

// invalid are documents with one problem each; the offset is that of § in the
// text, which is not part of the document.
var invalid = map[string]struct {
	problem Problem
	text    string
}{
	"nothing":                             {ProblemUnexpectedEnd, "§"},
	"white space only":                    {ProblemUnexpectedEnd, " \n§"},
	"two values":                          {ProblemTrailing, "1 §2"},
	"byte order mark":                     {ProblemUnexpectedByte, "§\ufeff1"},
	"leading zero":                        {ProblemNumber, "§017"},
	"leading zero after minus":            {ProblemNumber, "-§01"},
	"lonely minus":                        {ProblemNumber, "-§"},
	"plus":                                {ProblemUnexpectedByte, "§+1"},
	"no digit before the point":           {ProblemUnexpectedByte, "§.5"},
	"no digit after the point":            {ProblemNumber, "1.§"},
	"no digit in the exponent":            {ProblemNumber, "1e+§"},
	"hexadecimal":                         {ProblemTrailing, "0§x1"},
	"NaN":                                 {ProblemUnexpectedByte, "§NaN"},
	"misspelt literal":                    {ProblemLiteral, "[§nul]"},
	"capital literal":                     {ProblemUnexpectedByte, "§True"},
	"literal with a tail":                 {ProblemTrailing, "true§1"},
	"open string":                         {ProblemUnexpectedEnd, `"abc§`},
	"open string of eight bytes":          {ProblemUnexpectedEnd, `"1234567§`},
	"open escape":                         {ProblemUnexpectedEnd, `"\§`},
	"control character":                   {ProblemControl, "\"a§\nb\""},
	"NUL":                                 {ProblemControl, "\"§\x00\""},
	"NUL after eight bytes":               {ProblemControl, "\"12345678§\x00\""},
	"unknown escape":                      {ProblemEscape, `"§\a"`},
	"short hexadecimal escape":            {ProblemEscape, `"§\u12"`},
	"bad hexadecimal escape":              {ProblemEscape, `"§\u12g4"`},
	"bad hexadecimal escape, at sign":     {ProblemEscape, `"§\u12@4"`},
	"lone high surrogate":                 {ProblemSurrogate, `"§\ud800"`},
	"lone high surrogate before a letter": {ProblemSurrogate, `"§\ud800abcdef"`},
	"lone low surrogate":                  {ProblemSurrogate, `"§\udc00"`},
	"two high surrogates":                 {ProblemSurrogate, `"§\ud800\ud800"`},
	"surrogates in the wrong order":       {ProblemSurrogate, `"§\udc00\ud800"`},
	"overlong slash":                      {ProblemUTF8, "\"a§\xc0\xaf\""},
	"overlong in three bytes":             {ProblemUTF8, "\"§\xe0\x80\xaf\""},
	"surrogate in UTF-8":                  {ProblemUTF8, "\"§\xed\xa0\x80\""},
	"above U+10FFFF":                      {ProblemUTF8, "\"§\xf4\x90\x80\x80\""},
	"character cut by the quote":          {ProblemUTF8, "\"12345678é§\xe2\x82\""},
	"character cut by an escape":          {ProblemUTF8, "\"§\xe2\\n\x82\xac\""},
	"invalid UTF-8 in a name":             {ProblemUTF8, "{\"§\xff\":1}"},
	"invalid UTF-8 after an escape":       {ProblemUTF8, "\"\\n§\xff\""},
	"missing colon":                       {ProblemUnexpectedByte, `{"a"§1}`},
	"missing comma":                       {ProblemUnexpectedByte, `[1 §2]`},
	"trailing comma in an array":          {ProblemUnexpectedByte, `[1,§]`},
	"trailing comma in an object":         {ProblemUnexpectedByte, `{"a":1,§}`},
	"leading comma":                       {ProblemUnexpectedByte, `[§,1]`},
	"name without quotes":                 {ProblemUnexpectedByte, `{§a:1}`},
	"number as a name":                    {ProblemUnexpectedByte, `{§1:1}`},
	"open array":                          {ProblemUnexpectedEnd, `[1§`},
	"open object":                         {ProblemUnexpectedEnd, `{"a":1§`},
	"wrong bracket":                       {ProblemUnexpectedByte, `[1§}`},
	"wrong brace":                         {ProblemUnexpectedByte, `{"a":1§]`},
	"lonely bracket":                      {ProblemUnexpectedByte, `§]`},
	"comment":                             {ProblemUnexpectedByte, `§/* */1`},
	"no-break space":                      {ProblemUnexpectedByte, "§\u00a01"},
	"duplicate name":                      {ProblemDuplicateName, `{"a":1,§"a":2}`},
	"duplicate empty name":                {ProblemDuplicateName, `{"":1,§"":2}`},
	"duplicate name, escaped first":       {ProblemDuplicateName, `{"\u0061":1,§"a":2}`},
	"duplicate name, escaped second":      {ProblemDuplicateName, `{"a":1,§"\u0061":2}`},
	"duplicate name, both escaped":        {ProblemDuplicateName, `{"\u0061\n":1,§"a\u000a":2}`},
	"duplicate name after a child":        {ProblemDuplicateName, `{"a":{"b":1,"c":2},§"a":2}`},
	"duplicate name deep inside":          {ProblemDuplicateName, `[1,{"x":[{"long name":1,"b":2,§"long name":3}]}]`},
	"depth 10,001":                        {ProblemDepth, strings.Repeat("[", 10_000) + "§[" + strings.Repeat("]", 10_001)},
}

func TestValid(t *testing.T) {
	for name, text := range valid {
		t.Run(name, func(t *testing.T) {
			if problem, at := Check([]byte(text)); problem != ProblemNone {
				t.Errorf("Check: %v at %d", problem, at)
			}
			if !walkDocument([]byte(text)) {
				t.Error("refused when read member by member")
			}
		})
	}
}

func TestInvalid(t *testing.T) {
	for name, test := range invalid {
		t.Run(name, func(t *testing.T) {
			before, after, _ := strings.Cut(test.text, "§")
			data := []byte(before + after)
			problem, at := Check(data)
			if problem != test.problem || at != len(before) {
				t.Errorf("Check: %v at %d, want %v at %d", problem, at, test.problem, len(before))
			}
			if Valid(data) {
				t.Error("Valid is true")
			}
			if walkDocument(data) {
				t.Error("accepted when read member by member")
			}
		})
	}
}

// walkDocument reads a document the way generated code does: with the typed
// methods, every value by its kind.
func walkDocument(data []byte) bool {
	s := Get(data)
	defer s.Release()
	return walk(s) && s.End()
}

func walk(s *Scanner) bool {
	switch s.Peek() {
	case KindNull:
		return s.Null()
	case KindBool:
		_, ok := s.Bool()
		return ok
	case KindNumber:
		_, ok := s.Number()
		return ok
	case KindString:
		_, ok := s.Text()
		return ok
	case KindArray:
		if !s.EnterArray() {
			return false
		}
		for s.Element() {
			if !walk(s) {
				return false
			}
		}
		return s.LeaveArray()
	case KindObject:
		if !s.EnterObject() {
			return false
		}
		names := s.NamesMark()
		for {
			name, more := s.Member()
			if !more {
				break
			}
			if !s.NewName(names, name) || !walk(s) {
				return false
			}
		}
		return s.LeaveNames(names)
	default:
		return false
	}
}

// TestStateAfterUse makes sure that whatever stopped one scan does not leak
// into the next one from the pool.
func TestStateAfterUse(t *testing.T) {
	for name, test := range invalid {
		walkDocument([]byte(strings.Replace(test.text, "§", "", 1)))
		for other, text := range valid {
			if len(text) < 100 && !walkDocument([]byte(text)) {
				t.Fatalf("after %q: %q refused", name, other)
			}
		}
	}
}

func TestWrongKindConsumesNothing(t *testing.T) {
	s := Get([]byte(`{"a":[true]}`))
	defer s.Release()
	if s.Null() || s.EnterArray() || s.Pos() != 0 {
		t.Error("null or array read from an object")
	}
	if _, ok := s.Number(); ok {
		t.Error("number read from an object")
	}
	if _, ok := s.Text(); ok {
		t.Error("string read from an object")
	}
	if _, ok := s.Bool(); ok {
		t.Error("boolean read from an object")
	}
	if problem, _ := s.Problem(); problem != ProblemNone {
		t.Errorf("a value of another kind is no syntax problem: %v", problem)
	}
	if !walk(s) || !s.End() {
		t.Error("the document cannot be read afterwards")
	}
}

func TestResetFromTheMiddle(t *testing.T) {
	const text = `{"x":1,"y":[{"z":2,"":[3,4]}],"w":0}`
	for stop := range 12 {
		s := Get([]byte("[" + text + "]"))
		s.EnterArray()
		s.Element()
		m := s.Mark()
		steps := stop
		walkSteps(s, &steps)
		s.Reset(m)
		if got := s.Pos(); got != 1 {
			t.Fatalf("position %d after Reset", got)
		}
		if !walk(s) || s.Element() || !s.LeaveArray() || !s.End() {
			t.Errorf("cannot read on after giving up at step %d and Reset", stop)
		}
		s.Release()
	}
}

// walkSteps is walk that gives up after some containers and members.
func walkSteps(s *Scanner, steps *int) bool {
	if *steps--; *steps < 0 {
		return false
	}
	switch s.Peek() {
	case KindArray:
		s.EnterArray()
		for s.Element() {
			if !walkSteps(s, steps) {
				return false
			}
		}
		return s.LeaveArray()
	case KindObject:
		s.EnterObject()
		names := s.NamesMark()
		for {
			name, more := s.Member()
			if !more {
				return s.LeaveNames(names)
			}
			if !s.NewName(names, name) || !walkSteps(s, steps) {
				return false
			}
		}
	default:
		return s.Skip()
	}
}

func TestSpanAndSeek(t *testing.T) {
	s := Get([]byte(`[ {"a" : [1, 2]} , 7 ]`))
	defer s.Release()
	s.EnterArray()
	s.Element()
	from := s.Pos()
	if !s.Skip() {
		t.Fatal("Skip failed")
	}
	end := s.Pos()
	if got := string(s.Span(from)); got != `{"a" : [1, 2]}` {
		t.Errorf("Span: %s", got)
	}
	s.Seek(from)
	s.EnterObject()
	if name, _ := s.Member(); string(name) != "a" || !s.Skip() {
		t.Error("cannot read the value again")
	}
	if _, more := s.Member(); more || !s.LeaveObject() || s.Pos() != end {
		t.Error("the object ends elsewhere the second time")
	}
	if !s.Element() {
		t.Fatal("no second element")
	}
	if n, ok := s.Number(); !ok || n.CmpInt(7) != 0 {
		t.Error("wrong second element")
	}
	if s.Element() || !s.LeaveArray() || !s.End() {
		t.Error("array does not end")
	}
}

func TestTextAndCopy(t *testing.T) {
	tests := map[string]string{
		`""`:                                  "",
		`"plain"`:                             "plain",
		`"exactly 8"`:                         "exactly 8",
		`"\u00e9\n\ud83d\ude00 é"`:            "é\n😀 é",
		`"` + strings.Repeat("x", 9000) + `"`: strings.Repeat("x", 9000),
	}
	for text, want := range tests {
		s := Get([]byte(text))
		got, ok := s.Text()
		if !ok || string(got) != want {
			t.Errorf("%.40s: got %.40q %v", text, got, ok)
		}
		if copied := s.Copy(got); copied != want {
			t.Errorf("%.40s: copied %.40q", text, copied)
		}
		s.Release()
	}
}

func TestCopiesDoNotDisturbEachOther(t *testing.T) {
	s := Get(nil)
	var copies []string
	var want []string
	for i := range 3000 {
		text := strings.Repeat(string(rune('a'+i%26)), i%70)
		copies = append(copies, s.Copy([]byte(text)))
		want = append(want, text)
	}
	s.Release()
	Get(nil).Copy([]byte("another document"))
	for i := range copies {
		if copies[i] != want[i] {
			t.Fatalf("copy %d is %q, want %q", i, copies[i], want[i])
		}
	}
}

func TestLineColumn(t *testing.T) {
	const text = "{\n  \"é\": ?\r\n}"
	tests := map[string][2]int{"{": {1, 1}, "\"é": {2, 3}, "?": {2, 8}, "}": {3, 1}}
	for at, want := range tests {
		line, column := LineColumn([]byte(text), strings.Index(text, at))
		if got := [2]int{line, column}; got != want {
			t.Errorf("%q: %v, want %v", at, got, want)
		}
	}
	if line, column := LineColumn([]byte(text), len(text)); line != 3 || column != 2 {
		t.Errorf("end: %d:%d", line, column)
	}
}

func TestRangeKeepsTheFirst(t *testing.T) {
	s := Get([]byte("[1,2]"))
	if _, _, ok := s.Range(); ok {
		t.Error("a range error before any")
	}
	s.NoteRange(1, "int8")
	s.NoteRange(3, "int16")
	if at, goType, ok := s.Range(); at != 1 || goType != "int8" || !ok {
		t.Errorf("Range: %d %s %v", at, goType, ok)
	}
	s.Release()
	s = Get(nil)
	defer s.Release()
	if _, _, ok := s.Range(); ok {
		t.Error("a range error survived Release")
	}
}

func TestMemo(t *testing.T) {
	s := Get([]byte("[1,2]"))
	if known, _, _ := s.Memo(1, 1); known {
		t.Error("known before it was told")
	}
	for range forgotten {
		s.Remember(1, 1, 2, true)
	}
	s.Remember(1, 1, 2, true)
	s.Remember(2, 1, 2, false)
	if known, verdict, end := s.Memo(1, 1); !known || !verdict || end != 2 {
		t.Error("plan 1 forgotten")
	}
	if known, verdict, _ := s.Memo(2, 1); !known || verdict {
		t.Error("plan 2 forgotten")
	}
	s.Release()
	s = Get(nil)
	defer s.Release()
	if known, _, _ := s.Memo(1, 1); known {
		t.Error("a verdict survived Release")
	}
	s.Remember(1, 1, 2, true)
	if known, _, _ := s.Memo(1, 1); known {
		t.Error("the first verdicts of a document are remembered")
	}
	long := Get(make([]byte, forgetful+1))
	defer long.Release()
	long.Remember(1, 1, 2, true)
	if known, _, _ := long.Memo(1, 1); !known {
		t.Error("the first verdict of a long document, in which values may be long, is forgotten")
	}
}

func TestNoAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector makes pools forget")
	}
	doc := []byte(`{"id":"a","tags":["x","y\n","é"],"n":[1,2.5,-3e2,1e30],"o":{"p":null,"q":true,"\u0072":{}}}`)
	array := []byte(`[{"a":1,"b":[1,2]},{"b":[1,2.0],"a":2},"x","\u0079",1,2,3.5,null,true,[],{}]`)
	tests := map[string]func(){
		"Valid":       func() { Valid(doc) },
		"walk":        func() { walkDocument(doc) },
		"UniqueItems": func() { UniqueItems(array) },
		"EqualJSON":   func() { EqualJSON(array, `[{"b":[1,2],"a":1},{"b":[1,2.0],"a":3}]`) },
	}
	for name, run := range tests {
		if n := testing.AllocsPerRun(100, run); n >= 1 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
