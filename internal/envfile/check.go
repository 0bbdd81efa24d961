package envfile

import (
	"errors"
	"strings"
	"unicode"
)

// ErrValue is the error of Check.
var ErrValue = errors.New("not every program would read the value from an environment file as it is written")

// Check refuses a value that not every reader of NAME=VALUE returns unchanged: systemd
// removes quotes and backslashes, docker run --env-file keeps them, and the env_file of
// Docker Compose also expands $ and cuts off what follows " #". None of them has a form
// that the others understand, so such a value cannot be written for all. The error is
// ErrValue.
func Check(value string) error {
	afterSpace := false
	for i, r := range value {
		space := unicode.IsSpace(r)
		switch {
		case !isText(string(r)), space && r != ' ' && r != '\u3000', unicode.IsControl(r), strings.ContainsRune(`\$`, r),
			i == 0 && strings.ContainsRune("'\"`", r), r == '#' && (i == 0 || afterSpace):
			return ErrValue
		}
		afterSpace = space
	}
	if r := []rune(value); len(r) > 0 && (unicode.IsSpace(r[0]) || unicode.IsSpace(r[len(r)-1])) || strings.ContainsRune(value, '\ufffd') {
		return ErrValue
	}
	return nil
}
