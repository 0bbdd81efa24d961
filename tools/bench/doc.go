// Package bench measures the program with benchmarks, whose results benchstat reads:
//
//   - ColdStart: how long the functions take from the start of their process to their
//     first answer, beside the least that a Go function can do (package reference), in
//     turns in the same run (make bench),
//   - Turns: every kind of turn of the skill, its time over SQLite, and its requests and
//     capacity on the local DynamoDB engine (make bench),
//   - PageScroll and PageTravel: the page in Chromium, the frames of a long list and the
//     way of a memo to a second page (make bench-page).
//
// Nothing is judged: ratios count, and times are those of the machine. The tests of this
// package see that each benchmark still measures what it says.
package bench
