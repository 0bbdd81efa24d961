package cli

import (
	"context"
	"io"
)

type readerFunc func(p []byte) (int, error)

func (read readerFunc) Read(p []byte) (int, error) { return read(p) }

// Interruptible returns a reader whose Read fails once the context has ended, although the
// other one still waits, such as for a terminal. What that one reads afterwards is lost.
func Interruptible(ctx context.Context, in io.Reader) io.Reader {
	type answer struct {
		chunk []byte
		err   error
	}
	return readerFunc(func(p []byte) (int, error) {
		read := make(chan answer, 1)
		go func() {
			chunk := make([]byte, len(p))
			n, err := in.Read(chunk)
			read <- answer{chunk[:n], err}
		}()
		select {
		case a := <-read:
			return copy(p, a.chunk), a.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
}
