package gofile

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Import is the import path of a package that generated code may use.
type Import string

// The packages of the runtime and of the standard library that generated code
// may use.
const (
	JSONScan    Import = runtime + "jsonscan"
	JSONValue   Import = runtime + "jsonvalue"
	Optional    Import = runtime + "optional"
	Validate    Import = runtime + "validate"
	TimeFmt     Import = runtime + "timefmt"
	Format      Import = runtime + "format"
	FormatIDN   Import = runtime + "format/idn"
	Pattern     Import = runtime + "pattern"
	Backtrack   Import = runtime + "pattern/backtrack"
	Budget      Import = runtime + "budget"
	Checks      Import = runtime + "checks"
	Compose     Import = runtime + "compose"
	Inject      Import = runtime + "inject"
	Checkpoint  Import = runtime + "checkpoint"
	Compact     Import = runtime + "gen/compact"
	Embedded    Import = runtime + "gen/embedded"
	Field       Import = runtime + "gen/field"
	Get         Import = runtime + "gen/get"
	Holder      Import = runtime + "gen/holder"
	Limits      Import = runtime + "limits"
	Lines       Import = runtime + "gen/lines"
	Memory      Import = runtime + "gen/memory"
	Protocol    Import = runtime + "protocol"
	ProtocolGen Import = runtime + "protocol/protocolgen"
	Reader      Import = runtime + "gen/reader"
	Relation    Import = runtime + "gen/relation"
	SlogDoc     Import = runtime + "slogdoc"
	Spending    Import = runtime + "gen/spending"
	Spill       Import = runtime + "gen/spill"
	SQLDoc      Import = runtime + "sqldoc"
	Storage     Import = runtime + "storage"
	Store       Import = runtime + "store"
	Stream      Import = runtime + "stream"
	Whole       Import = runtime + "gen/whole"
	Variables   Import = runtime + "variables"
	Window      Import = runtime + "window"
	YAMLDoc     Import = runtime + "yamldoc"

	Bytes    Import = "bytes"
	Cmp      Import = "cmp"
	Context  Import = "context"
	Driver   Import = "database/sql/driver"
	Errors   Import = "errors"
	Fmt      Import = "fmt"
	IO       Import = "io"
	Iter     Import = "iter"
	Slog     Import = "log/slog"
	JSONText Import = "encoding/json/jsontext"
	Maps     Import = "maps"
	Slices   Import = "slices"
	Strconv  Import = "strconv"
	Strings  Import = "strings"
	Sync     Import = "sync"
	Time     Import = "time"
	UTF8     Import = "unicode/utf8"
)

const runtime = model.Runtime

// imports lists the packages above, so that each gets its name in every file.
var imports = [...]Import{
	JSONScan, JSONValue, Optional, Validate, TimeFmt, Format, FormatIDN, Pattern, Backtrack,
	Budget, Checks, Compose, Inject, Checkpoint, Compact, Embedded, Field, Get, Holder, Limits, Lines, Memory, Protocol, ProtocolGen, Reader, Relation, SlogDoc, Spending, Spill, SQLDoc, Storage, Store, Stream, Variables, Whole, Window, YAMLDoc,
	Bytes, Cmp, Context, Driver, Errors, Fmt, IO, Iter, JSONText, Maps, Slices, Slog, Strconv, Strings, Sync, Time, UTF8,
}

// Dot returns the package's identifier name, qualified where it is printed.
func (p Import) Dot(name string) *jen.Statement { return jen.Qual(string(p), name) }

// name returns the package's name: for all packages above, the last part of the path.
func (p Import) name() string {
	return string(p[strings.LastIndexByte(string(p), '/')+1:])
}
