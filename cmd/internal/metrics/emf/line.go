package emf

import (
	"context"
	"log/slog"
	"slices"
	"time"
)

// reports are the messages of the lines at the end of a request, or of many refused ones.
var reports = []string{"request", "requests refused", "turn", "carry-on", "live"}

// handler adds the metrics to the lines that report.
type handler struct {
	slog.Handler
	sink *Sink
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if slices.Contains(reports, r.Message) {
		r = r.Clone()
		r.AddAttrs(h.sink.members(r.Time)...)
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.sink}
}

// WithGroup implements slog.Handler. The lines of a group report nothing: metrics must be
// at the root of the object.
func (h handler) WithGroup(name string) slog.Handler { return h.Handler.WithGroup(name) }

// directive is the specification's MetricDirective.
type directive struct {
	Namespace  string
	Dimensions [][]string
	Metrics    []definition
}

// definition is the specification's MetricDefinition.
type definition struct {
	Name string
	Unit string
}

// members returns the counts as members of the line; none if nothing was counted.
func (s *Sink) members(at time.Time) []slog.Attr {
	var defined []definition
	attrs := []slog.Attr{slog.String(environmentKey, s.environment)}
	for _, f := range s.take() {
		defined = append(defined, definition{f.name, "Count"})
		attrs = append(attrs, slog.Int(f.name, f.value))
	}
	if defined == nil {
		return nil
	}
	return append(attrs, slog.Group("_aws",
		slog.Int64("Timestamp", at.UnixMilli()),
		slog.Any("CloudWatchMetrics", []directive{{Namespace, [][]string{{environmentKey}}, defined}})))
}
