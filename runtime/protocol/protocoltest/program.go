package protocoltest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// ErrFlaky is the error of steps that fail twice.
var ErrFlaky = errors.New("flaky")

// World is what the steps of programs act on: it remembers what has happened, over
// crashes.
type World struct {
	Ran     []string       // paths of steps as they began, doubles included
	Keys    map[string]int // by path and key
	Failed  map[string]int // attempts that have failed, by path
	Asked   []string       // conditions and item lists
	Waited  int
	Flaky   bool // some steps fail twice
	Sleeper time.Time
}

// NewWorld makes one in which nothing has happened.
func NewWorld() *World { return &World{Keys: map[string]int{}, Failed: map[string]int{}} }

// Trace is the data of programs: a digest of each thing that was done, in order.
type Trace struct {
	Ran   []string
	Place string `json:",omitempty"` // of a sub-operation: where it is run
}

// Program is a protocol that follows from its seed. It has every form; what its
// steps return, emit, run and wait for follows from their paths, so that every
// execution of it is the same.
type Program struct {
	Seed uint64
	*World
	// Longer is a program that has changed since: items have come behind those that
	// were there.
	Longer bool
}

// Sub is the program of the operation "sub", which steps run.
func (p *Program) Sub() *Program { return &Program{Seed: p.Seed + 1000, World: p.World} }

type run = protocolgen.Run[Trace]

// note puts what has happened into the data, in short.
func (d *Trace) note(what string) {
	h := fnv.New32a()
	h.Write([]byte(what))
	d.Ran = append(d.Ran, fmt.Sprintf("%x", h.Sum32()))
}

func (p *Program) pick(path string, n uint32) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, p.Seed, path)
	return h.Sum32() % n
}

// act is every step. It changes the data before and after all that it does, so
// that a change which is made twice, or lost, shows.
func (p *Program) act(ctx context.Context, c *protocol.Call, d *Trace) error {
	path := d.Place + c.Path()
	p.Ran = append(p.Ran, path)
	p.Keys[path+" "+c.IdempotencyKey()]++
	d.note(path)
	if p.Flaky && p.pick(path+"flaky", 5) == 0 && p.Failed[path] < 2 {
		p.Failed[path]++
		return ErrFlaky
	}
	if err := p.effects(ctx, c, d); err != nil {
		return err
	}
	d.note(path + "'")
	return p.signal(path, c.Path())
}

// effects are up to three things that are durable before their step is.
func (p *Program) effects(ctx context.Context, c *protocol.Call, d *Trace) error {
	path := d.Place + c.Path()
	inHandler := strings.Contains(c.Path(), ":on_")
	for i := range p.pick(path+"effects", 7) {
		at := fmt.Sprint(path, "effect", i)
		kind := p.pick(at, 8)
		switch {
		case i > 2:
		case kind < 3 && !inHandler:
			if err := c.Emit(ctx, []string{"on_x", "on_y"}[p.pick(at+"event", 2)], at); err != nil {
				return err
			}
		case kind == 3 && !inHandler:
			if err := c.Emit(ctx, "on_same", nil); err != nil {
				return err
			}
		case kind == 4:
			verdict, ok, err := protocol.Answered[string](c)
			if err != nil {
				return err
			}
			if !ok {
				p.Waited++
				return protocol.Wait(at)
			}
			d.note(verdict)
		case kind == 5:
			if err := c.SleepUntil(ctx, p.Sleeper); err != nil {
				return err
			}
		case kind == 6 && c.Operation() == "op":
			outer := d.Place
			d.Place = at + " "
			if _, err := protocolgen.Do(ctx, "sub", d, p.Sub().Driver(1), c.Sub()); err != nil {
				return err
			}
			d.Place = outer
		}
		d.note(at)
	}
	if inHandler {
		payload, err := protocol.Payload[*string](c)
		if err != nil {
			return err
		}
		if payload != nil {
			d.note(*payload)
		}
	}
	return nil
}

func (p *Program) signal(path, inside string) error {
	inLoop := strings.Contains(inside[strings.LastIndex(inside, ":on_")+1:], ":for_")
	switch p.pick(path+"signal", 12) {
	case 0:
		return protocol.Skip
	case 1:
		if inLoop {
			return protocol.Break
		}
	case 2:
		if inLoop {
			return protocol.Continue
		}
	case 3:
		if p.pick(path+"return", 4) == 0 {
			return protocol.Return
		}
	}
	return nil
}

func (p *Program) ask(_ context.Context, c *protocol.Call, d *Trace) (bool, error) {
	p.Asked = append(p.Asked, c.Path())
	d.note(c.Path() + "?")
	return p.pick(c.Path(), 2) == 0, nil
}

func (p *Program) list(_ context.Context, c *protocol.Call, d *Trace) (protocol.Items, error) {
	p.Asked = append(p.Asked, c.Path())
	items := []string{"p", "q", "r"}[:p.pick(c.Path(), 4)]
	if p.pick(c.Path()+"large", 3) == 0 && len(items) > 0 {
		items[0] = strings.Repeat("large ", 1000) // not in the record
	}
	return protocol.List(items...)
}

func (p *Program) count(_ context.Context, c *protocol.Call, d *Trace) (int, error) {
	p.Asked = append(p.Asked, c.Path())
	return int(p.pick(c.Path(), 4)), nil
}

// item notes the current items of the loops around.
func (p *Program) item(_ context.Context, c *protocol.Call, d *Trace) error {
	if strings.Contains(c.Path(), ":for_each_x/") {
		item, err := protocol.Item[string](c, "for_each_x")
		if err != nil {
			return err
		}
		d.note(item[:1])
	}
	return nil
}

// Driver writes the program, as generated drivers do, with lists that deep in each
// other.
func (p *Program) Driver(depth int) func(r *run) {
	return func(r *run) {
		random := rand.New(rand.NewPCG(p.Seed, 0)) // the same shape each time the driver is gone through
		var some func(depth int)
		some = func(depth int) {
			for range 1 + random.IntN(4) {
				form := random.IntN(10)
				if depth == 0 {
					form = 0
				}
				body := func() { some(depth - 1) }
				switch form {
				case 1:
					r.If("if_a", p.ask, body)
				case 2:
					r.If("if_a", p.ask, body)
					r.ElseIf("if_b", p.ask, body)
					r.Else(body)
				case 3:
					r.ForEach("for_each_x", p.list, func() { r.Step("item", p.item); body() })
				case 4:
					r.For("for_i", p.count, body)
				case 5:
					r.Group("group", body)
				default:
					r.Step("step", p.act)
				}
			}
		}
		if random.IntN(2) == 0 { // before the first step
			r.If("if_first", p.ask, func() { r.Group("g", func() { some(0) }) })
		}
		r.On("on_x", func() { r.Step("x1", p.act); r.Group("g", func() { r.Step("x2", p.act) }) })
		some(depth)
		r.On("on_y", func() { r.For("for_i", p.count, func() { r.Step("y", p.act) }) })
		r.On("on_same", func() { r.Step("same", func(context.Context, *protocol.Call, *Trace) error { return nil }) })
		r.If("if_last", p.ask, func() { r.Return("return_last", p.act) })
		if p.Longer {
			r.Step("added", p.item)
			r.Step("added_too", p.item)
		}
	}
}

// Paths counts the keys of each path.
func Paths(keys map[string]int) map[string]int {
	out := map[string]int{}
	for pair := range keys {
		path := pair[:strings.LastIndex(pair, " ")]
		out[path]++
	}
	return out
}
