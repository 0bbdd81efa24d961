package module_test

import (
	"errors"
	"fmt"
	"testing"

	"voicememo/family/module"
)

// TestAdd: a module that is off is left out, and another error names the module.
func TestAdd(t *testing.T) {
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		err  error
		want int
		says string
	}{
		"on":     {nil, 1, ""},
		"off":    {fmt.Errorf("no key: %w", module.ErrOff), 0, ""},
		"broken": {broken, 0, "module lamp: broken"},
	} {
		modules, err := module.Add(nil, "lamp", nil, c.err)
		says := ""
		if err != nil {
			says = err.Error()
		}
		if len(modules) != c.want || says != c.says {
			t.Errorf("%s: got %d modules and %q, want %d and %q", name, len(modules), says, c.want, c.says)
		}
	}
}
