// Package bench measures the program with benchmarks, whose results benchstat reads:
//
//   - ColdStart: the time of the functions from the start of their process to their first
//     answer, compared with a minimal Go function (package reference), in turns in the
//     same run (make bench),
//   - Turns: every kind of turn of the skill, its time over SQLite, and its requests and
//     capacity on the local DynamoDB engine (make bench),
//   - PageScroll and PageTravel: the page in Chromium, that is the frames of a long list
//     and the time of a memo to a second page (make bench-page).
//
// There are no thresholds: ratios count, and times depend on the machine. The tests of
// this package check that each benchmark still measures what it says.
package bench
