package names

import (
	"go/token"
	"strings"
	"testing"
)

// plain are the words of a configuration that says nothing of them.
var plain Words

func TestExported(t *testing.T) {
	for text, want := range map[string]string{
		"created_at": "CreatedAt", "createdAt": "CreatedAt", "host-name": "HostName", "task_id": "TaskID",
		"taskIds": "TaskIDs", "HTTPServer": "HTTPServer", "2fa": "N2fa", "@version": "Version", "$ref": "Ref",
		"": "", "--": "", "STATUS": "Status", "total_cost_usd": "TotalCostUSD", "日本": "N日本", "ärger": "Ärger",
		"Final_set": "FinalSet", "x;y": "XY", "line\nbreak": "LineBreak", "TAOIteration": "TAOIteration", "4x4Conf": "N4x4Conf",
	} {
		if got := plain.Exported(text); got != want {
			t.Errorf("Exported(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestWordsAreSpeltAsGiven: a configuration adds words, has Go's own spelt as others are,
// or does without them.
func TestWordsAreSpeltAsGiven(t *testing.T) {
	added, only := NewWords(false, "SKU", "OAuth", "Url"), NewWords(true, "SKU", "ID")
	for _, test := range []struct {
		text        string
		added, only string
	}{
		{"sku_id", "SKUID", "SKUID"},
		{"skus", "SKUs", "SKUs"},
		{"oauth-token", "OAuthToken", "OauthToken"},
		{"OAUTH", "OAuth", "Oauth"},
		{"oAuthToken", "OAuthToken", "OAuthToken"},
		{"base_url", "BaseUrl", "BaseUrl"},
		{"urls", "Urls", "Urls"},
		{"html_api", "HTMLAPI", "HtmlApi"},
		{"risky", "Risky", "Risky"},
	} {
		if got := added.Exported(test.text); got != test.added {
			t.Errorf("with more words %q is %s, not %s", test.text, got, test.added)
		}
		if got := only.Exported(test.text); got != test.only {
			t.Errorf("with other words %q is %s, not %s", test.text, got, test.only)
		}
	}
	if got := added.Unexported("oauth_sku"); got != "oauthSKU" {
		t.Errorf("a parameter is %s", got)
	}
	if got := added.ValueSuffix("sku/url"); got != "SKUUrl" {
		t.Errorf("a constant ends in %s", got)
	}
}

func TestValueSuffixKeepsMeaning(t *testing.T) {
	seen := map[string]string{}
	for _, v := range []string{"", " ", "+1", "-1", "1", "<=", ">=", "=", "*", "~x", "x"} {
		id := plain.ValueSuffix(v)
		if id == "" {
			t.Errorf("ValueSuffix(%q) is empty", v)
		}
		if other, ok := seen[id]; ok {
			t.Errorf("%q and %q are both %s", v, other, id)
		}
		seen[id] = v
	}
}

func TestValueSuffixOfProseAndNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"3+ consecutive errors": "3PlusConsecutiveErrors", "CPU > 80%": "CPUGreater80Percent",
		"CSharp (Windows, Linux)": "CSharpWindowsLinux", "don't ask": "DontAsk", "a - b": "AB",
		`say "no", twice.`: "SayNoTwice", "(+) -": "Plus", " + ": "SpacePlusSpace", "? !": "QuestionSpaceBang",
		"a/b.c+d": "ABCPlusD", "a/b": "AB", "text/x.y+json; v=1.10": "TextXYPlusJSONVEqual1_10",
		"List<SHOP::Till::Name>": "ListSHOPTillName", "Map<string,int>?": "MapStringIntQuestion", "SHOP::Till": "SHOPTill",
		"a->b": "AMinusGreaterB", "x=-1": "XEqualMinus1", "5,-3": "5Minus3", "EST -5": "EstMinus5", "a-1": "A1", "a--1": "A1",
		"./*.go": "DotSlashStarDotGo", "@shop/till.x": "AtShopTillX", ">=1.2": "GreaterEqual1_2", "(0,1)": "LeftParen0_1RightParen",
		"f[]": "FLeftBracketRightBracket", "(a<b)": "ALessB", "-v": "MinusV", "A+": "APlus", "1/2+": "1_2Plus",
		"3.10": "3_10", "31.0": "31_0", "v1.2.3": "V1_2_3", "CC0-1.0": "Cc0_1_0", "ES2015.Core": "ES2015Core", "1 2+": "1_2Plus",
	} {
		if got := plain.ValueSuffix(text); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// TestUnseenLettersStandInNoName: Go admits letters without a shape, and two
// names would look the same.
func TestUnseenLettersStandInNoName(t *testing.T) {
	for _, r := range []rune{0x3164, 0x115F, 0x1160, 0xFFA0} {
		for _, got := range []string{plain.Exported("id" + string(r)), plain.Exported(string(r) + "id"), "I" + plain.Unexported("xd" + string(r))[1:]} {
			if got != "ID" && got != "Id" {
				t.Errorf("a name with %U is %q", r, got)
			}
		}
		if got := plain.ValueSuffix("a" + string(r)); strings.ContainsRune(got, r) || got == "A" {
			t.Errorf("the suffix of a value with %U is %q", r, got)
		}
		if IsExported("ID"+string(r)) || IsPackage("p"+string(r)) || !IsExported("ID") || !IsPackage("p") {
			t.Errorf("a chosen name may hold %U, or none may", r)
		}
	}
}

func TestAssign(t *testing.T) {
	claims := []Claim{{Key: "/b", Wanted: "Name"}, {Key: "/a", Wanted: "Name"}, {Key: "/c", Wanted: "String"}}
	reserved := func(s string) bool { return s == "String" }
	got, collisions := Assign(claims, reserved, nil)
	if got["/a"] != "Name" || got["/b"] == "Name" || got["/c"] != "String_" || len(collisions) != 2 {
		t.Errorf("without a manifest: %v %v", got, collisions)
	}
	got, _ = Assign(claims, reserved, map[string]string{"Name": "/b"})
	if got["/b"] != "Name" || got["/a"] == "Name" {
		t.Errorf("the manifest's holder lost its name: %v", got)
	}
}

// TestAssignGivesWayByDepth: also by what a deeper claim brings it takes nothing from others,
// unless it held its name.
func TestAssignGivesWayByDepth(t *testing.T) {
	claims := []Claim{
		{Key: "/a", Wanted: "Name", Depth: 1, Others: []string{"NameField"}},
		{Key: "/b", Wanted: "Name"},
		{Key: "/c", Wanted: "How", Depth: 1, Others: []string{"HowField"}, Brings: func(name string) []string { return []string{name + "Kind"} }},
		{Key: "/d", Wanted: "HowKind"},
	}
	got, collisions := Assign(claims, func(string) bool { return false }, nil)
	if got["/a"] != "NameField" || got["/b"] != "Name" || got["/c"] != "HowField" || got["/d"] != "HowKind" {
		t.Errorf("without a manifest: %v", got)
	}
	if c := collisions[1]; c.Taken != "HowKind" || c.Holder != "/d" {
		t.Errorf("%s is said to be taken by %q", c.Taken, c.Holder)
	}
	got, _ = Assign(claims, func(string) bool { return false }, map[string]string{"Name": "/a", "How": "/c"})
	if got["/a"] != "Name" || got["/b"] != "Name2" || got["/c"] != "How" || got["/d"] != "HowKind_" {
		t.Errorf("with a manifest: %v", got)
	}
}

// TestScopeDeclaresNothingTwice gives names to adversaries: what one brings is
// what another wants, and so is the fallback of a third.
func TestScopeDeclaresNothingTwice(t *testing.T) {
	brings := func(suffix string) func(string) []string {
		return func(name string) []string { return []string{name + suffix, "New" + name} }
	}
	claims := []Claim{
		{Key: "/a", Wanted: "Kind", Brings: brings("X")}, {Key: "/b", Wanted: "New", Brings: brings("Kind")},
		{Key: "/c", Wanted: "NewKind"}, {Key: "/d", Wanted: "NewKind_"}, {Key: "/e", Wanted: "KindX"},
		{Key: "/f", Wanted: "KindX"}, {Key: "/g", Wanted: "New", Brings: brings("Of")},
	}
	scope := NewScope(func(name string) bool { return name == "KindX_" })
	scope.Keep("NewKind__", "/held")
	met := map[string]string{}
	for round := range 2 {
		list := claims
		if round == 1 {
			list = []Claim{{Key: "/held", Wanted: "NewKind_"}, {Key: "/z", Wanted: "Kind"}}
		}
		given, _ := scope.Assign(list, map[string]string{"New": "/b"})
		for _, c := range list {
			for _, id := range c.all(given[c.Key]) {
				if other, ok := met[id]; ok || id == "KindX_" {
					t.Errorf("%s declares %s, which %s has", c.Key, id, other)
				}
				met[id] = c.Key
			}
		}
		if round == 1 && given["/held"] != "NewKind__" {
			t.Errorf("the promised name went to another: %v", given)
		}
	}
	if met["New"] != "/b" {
		t.Errorf("the holder lost its name: %v", met)
	}
}

func TestBounded(t *testing.T) {
	short, long := strings.Repeat("a", 200), strings.Repeat("ä", 120)
	if got := Bounded(short); got != short {
		t.Errorf("200 letters become %q", got)
	}
	got, other := Bounded(long), Bounded(long+"b")
	if !strings.HasPrefix(long, got[:strings.Index(got, "_")]) || len(got) > 200 || got == other || !token.IsIdentifier(got) {
		t.Errorf("%q and %q", got, other)
	}
	if again := Bounded(got); again != got {
		t.Errorf("%q, and then %q", got, again)
	}
}
