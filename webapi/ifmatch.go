package webapi

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

const ifMatchHeader = "If-Match"

// noVersion is a version that no memo has.
const noVersion int64 = math.MaxInt64

// ifMatch returns the version that a memo must have from If-Match (RFC 9110 section
// 13.1.1); 0 is any version. Of several versions it returns the one that the memo has. A
// weak tag counts as its version, which RFC 9110 does not: proxies that compress an answer
// weaken its tag, and the version says the same of the memo with or without compression.
func (s *server) ifMatch(c echo.Context, who auth.Identity, ref models.MemoRef) (int64, error) {
	versions, err := listedVersions(c.Request().Header.Values(ifMatchHeader))
	switch {
	case err != nil || len(versions) == 0:
		return 0, err
	case len(versions) == 1:
		return versions[0], nil
	}
	m, err := s.Memos.Read(c.Request().Context(), who.User, ref)
	if err != nil {
		return 0, err
	}
	if slices.Contains(versions, m.Version) {
		return m.Version, nil
	}
	return noVersion, nil
}

// listedVersions returns the versions in the lines of If-Match. There are none if the
// header is absent or allows any version.
func listedVersions(lines []string) (versions []int64, err error) {
	if len(lines) == 0 || len(lines) == 1 && lines[0] == "*" {
		return nil, nil
	}
	for tag := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		version, ok := tagVersion(strings.Trim(tag, " \t"))
		if !ok {
			return nil, models.Invalid(ifMatchHeader, models.ReasonFormat)
		}
		versions = append(versions, version)
	}
	return versions, nil
}

// tagVersion returns the version in an ETag, strong or weak, with or without its quotes.
func tagVersion(tag string) (version int64, ok bool) {
	strong, weak := strings.CutPrefix(tag, "W/")
	version, err := strconv.ParseInt(strings.Trim(strong, `"`), 10, 64)
	bare := !weak && strong == strconv.FormatInt(version, 10)
	return version, err == nil && version > 0 && (bare || strong == versionTag(version))
}

// versionTag returns the ETag of a memo's version.
func versionTag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }
