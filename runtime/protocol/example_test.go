package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// What the generator prints for an operation: an interface, and a driver that
// shows the order.

type FetchSteps interface {
	LoadPolicy(ctx context.Context, call *protocol.Call, data *FetchData) error
	MaxAttempts(ctx context.Context, call *protocol.Call, data *FetchData) (int, error)
	Request(ctx context.Context, call *protocol.Call, data *FetchData) error
	IfSuccess(ctx context.Context, call *protocol.Call, data *FetchData) (bool, error)
	ReturnResult(ctx context.Context, call *protocol.Call, data *FetchData) error
	TripBreaker(ctx context.Context, call *protocol.Call, data *FetchData) error
}

func RunFetch(ctx context.Context, steps FetchSteps, data *FetchData, opts ...protocol.Option) (protocol.Outcome, error) {
	return do(ctx, "fetch", data, opts, func(run *protocolgen.Run[FetchData]) {
		run.Step("load_policy", steps.LoadPolicy)
		run.For("for_attempt", steps.MaxAttempts, func() {
			run.Step("request", steps.Request)
			run.If("if_success", steps.IfSuccess, func() {
				run.Step("return_result", steps.ReturnResult)
			})
		})
		run.Step("trip_breaker", steps.TripBreaker)
	})
}

// What the user writes.

type FetchData struct {
	Attempts int
	Status   int
}

type fetcher struct{}

func (fetcher) LoadPolicy(_ context.Context, _ *protocol.Call, data *FetchData) error {
	data.Attempts = 5
	return nil
}

func (fetcher) MaxAttempts(_ context.Context, _ *protocol.Call, data *FetchData) (int, error) {
	return data.Attempts, nil
}

func (fetcher) Request(_ context.Context, call *protocol.Call, data *FetchData) error {
	attempt, err := protocol.Item[int](call, "for_attempt")
	if attempt == 3 {
		data.Status = 200
	}
	fmt.Println("attempt", attempt, "status", data.Status)
	return err
}

func (fetcher) IfSuccess(_ context.Context, _ *protocol.Call, data *FetchData) (bool, error) {
	return data.Status == 200, nil
}

func (fetcher) ReturnResult(context.Context, *protocol.Call, *FetchData) error {
	return protocol.Return
}

func (fetcher) TripBreaker(context.Context, *protocol.Call, *FetchData) error {
	return errors.New("no answer")
}

func Example() {
	var data FetchData
	outcome, err := RunFetch(context.Background(), fetcher{}, &data)
	fmt.Println(outcome, err)
	// Output:
	// attempt 1 status 0
	// attempt 2 status 0
	// attempt 3 status 200
	// done <nil>
}

func ExampleWithDryRun() {
	RunFetch(context.Background(), fetcher{}, nil, protocol.WithDryRun(os.Stdout))
	// Output:
	// fetch
	//   1:load_policy
	//   2:for_attempt (loop)
	//     1:request
	//     2:if_success (if)
	//       1:return_result
	//   3:trip_breaker
}

// Tracer and Span stand for those of go.opentelemetry.io/otel/trace, which has
// the same methods but for their options.
type Tracer interface {
	Start(ctx context.Context, name string) (context.Context, Span)
}

type Span interface {
	RecordError(err error)
	End()
}

type spanKey struct{}

// Trace makes a span of the run and of each attempt of a step. Steps that make
// spans of their own get them below.
func Trace(tracer Tracer) protocol.Observer {
	return func(ctx context.Context, event protocol.Event) context.Context {
		switch event.Kind {
		case protocol.RunStarted, protocol.RunResumed, protocol.StepStarted:
			ctx, span := tracer.Start(ctx, event.Path)
			return context.WithValue(ctx, spanKey{}, span)
		case protocol.StepFailed, protocol.RunFailed, protocol.StepFinished, protocol.RunFinished:
			span := ctx.Value(spanKey{}).(Span)
			if event.Kind == protocol.StepFailed || event.Kind == protocol.RunFailed {
				span.RecordError(event.Err)
			}
			span.End()
		}
		return ctx
	}
}

type printTracer struct{}

func (printTracer) Start(ctx context.Context, name string) (context.Context, Span) {
	fmt.Println("start", name)
	return ctx, printSpan(name)
}

type printSpan string

func (s printSpan) RecordError(err error) { fmt.Println("error", err) }
func (s printSpan) End()                  { fmt.Println("end  ", string(s)) }

// An observer puts spans around steps; OpenTelemetry's fit as they are.
func ExampleWithObserver() {
	driver := func(run *protocolgen.Run[FetchData]) {
		run.Step("request", func(_ context.Context, call *protocol.Call, _ *FetchData) error {
			if call.Attempt() == 1 {
				return errors.New("busy")
			}
			return nil
		})
	}
	once := protocol.Retry{Attempts: 2, Wait: func(int) time.Duration { return 0 }}
	do(context.Background(), "fetch", nil, []protocol.Option{
		protocol.WithObserver(Trace(printTracer{})), protocol.WithRetry(once, "request"),
	}, driver)
	// Output:
	// start fetch
	// start fetch/1:request
	// error busy
	// end   fetch/1:request
	// start fetch/1:request
	// end   fetch/1:request
	// end   fetch
}
