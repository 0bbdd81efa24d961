package main

import (
	"fmt"
	"math"
	"strings"
)

// count renders a whole number with commas.
func count(n float64) string {
	s := fmt.Sprintf("%.0f", n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// figure renders a number with at most three significant digits, and large ones as a
// whole number with commas.
func figure(n float64) string {
	if n == 0 {
		return "0"
	}
	if math.Abs(n) < 0.01 {
		return fmt.Sprintf("%.1g", n)
	}
	if n < 100 {
		s := fmt.Sprintf("%.*f", max(0, 1-int(math.Floor(math.Log10(n)))), n)
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-2)
	return count(math.Round(n/unit) * unit)
}

// money renders dollars: cents below 100, and four digits below a cent.
func money(d float64) string {
	switch {
	case d == 0:
		return "0.00"
	case d < 0.005:
		return fmt.Sprintf("%.4f", d)
	case d < 100:
		return fmt.Sprintf("%.2f", d)
	}
	return count(d)
}

// percent renders a share.
func percent(share float64) string {
	if share*100 < 0.01 {
		return "< 0.01 %"
	}
	return figure(share*100) + " %"
}

// kilobytes renders bytes.
func kilobytes(n float64) string {
	if n < 1000 {
		return figure(n) + " B"
	}
	return figure(n/1000) + " KB"
}

// families renders a number of families.
func families(n float64) string {
	if n == 1 {
		return "1 family"
	}
	return count(n) + " families"
}
