package mcp

import "voicememo/models"

// Tool is what this server knows of a tool besides its words, arguments and results.
type Tool struct {
	Name string
	Need models.Need // what it needs of the access that calls it
	Cost Cost

	// Hints for programs that ask the person before a call.
	Destructive bool // it changes memos that exist
	Idempotent  bool // a second call with the same arguments has no further effect
}

// Cost is what a call takes from the person's limits.
type Cost struct {
	Writes   bool
	Searches int
}

// The names of the tools.
const (
	listMemos  = "list_memos"
	findMemos  = "find_memos"
	addMemo    = "add_memo"
	doneMemo   = "done_memo"
	deleteMemo = "delete_memo"
	undo       = "undo"
	showFamily = "family"
)

// Tools returns all tools. Every caller sees all of them, whatever their access may do, so
// that an assistant can ask for an access that may do more.
func Tools() []Tool {
	write := Cost{Writes: true}
	return []Tool{
		{Name: listMemos, Need: models.NeedRead, Idempotent: true},
		{Name: findMemos, Need: models.NeedRead, Cost: Cost{Searches: 1}, Idempotent: true},
		{Name: addMemo, Need: models.NeedAdd, Cost: write},
		{Name: doneMemo, Need: models.NeedMemos, Cost: write, Destructive: true, Idempotent: true},
		{Name: deleteMemo, Need: models.NeedMemos, Cost: write, Destructive: true, Idempotent: true},
		{Name: undo, Need: models.NeedMemos, Cost: write, Destructive: true},
		{Name: showFamily, Need: models.NeedRead, Idempotent: true},
	}
}

// reads reports whether a tool changes nothing.
func (t Tool) reads() bool { return !t.Cost.Writes }
