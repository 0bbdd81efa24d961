package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"

	"golang.org/x/image/draw"
)

const (
	// Size is the maximum width and height of a picture, in pixels.
	Size = 128
	// maxPixels is how many pixels a fetched picture may have, because a small file can
	// unpack to gigabytes. It keeps one decoding below about 30 MB.
	maxPixels = 1 << 21
	// maxScans is how many scans a picture may have. A progressive JPEG has about ten;
	// each scan may take a dozen bytes of the file and a pass over all pixels.
	maxScans = 100
	quality  = 85
)

// decoder reads one kind of image.
type decoder struct {
	config func(io.Reader) (image.Config, error)
	image  func(io.Reader) (image.Image, error)
}

// decoders are by the content type of the bytes; the server's header is ignored.
var decoders = map[string]decoder{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode},
	"image/png":  {png.DecodeConfig, png.Decode},
}

// startOfScan is the marker of ITU-T T.81, table B.1, which no other coded data holds.
var startOfScan = []byte{0xff, 0xda}

// shrink returns a JPEG of at most Size by Size made from a JPEG or PNG. It has only the
// pixels of the original, no metadata.
func shrink(raw []byte) ([]byte, error) {
	d, ok := decoders[http.DetectContentType(raw)]
	if !ok {
		return nil, errors.New("not a known kind of image")
	}
	config, err := d.config(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxPixels/config.Height {
		return nil, errors.New("too many pixels")
	}
	if bytes.Count(raw, startOfScan) > maxScans {
		return nil, errors.New("too many scans")
	}
	img, err := d.image(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, scaled(img), &jpeg.Options{Quality: quality})
	return out.Bytes(), err
}

// scaled fits an image into Size by Size, on a white background. It does not enlarge small
// images.
func scaled(img image.Image) image.Image {
	from := img.Bounds()
	w, h := from.Dx(), from.Dy()
	if longer := max(w, h); longer > Size {
		w, h = max(1, w*Size/longer), max(1, h*Size/longer)
	}
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(to, to.Bounds(), img, from, draw.Over, nil)
	return to
}
