// Command icons draws the icons of the skill for Alexa's store and app: a PNG of
// each size that the store asks for. Run it with go generate ./tools/icons.
package main

import (
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
)

//go:generate go run . -out ../../../skill/skill-package/assets/images

// sizes are the two that a skill must have, in pixels; see Alexa's page on the
// details of a skill in the store.
var sizes = []int{108, 512}

func main() {
	out := flag.String("out", "skill/skill-package/assets/images", "directory of the icons")
	flag.Parse()
	for _, size := range sizes {
		if err := write(filepath.Join(*out, name(size)), size); err != nil {
			fmt.Fprintln(os.Stderr, "icons:", err)
			os.Exit(1)
		}
	}
}

func name(size int) string { return fmt.Sprintf("icon-%d.png", size) }

// write draws one icon into a file.
func write(file string, size int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, draw(size)); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
