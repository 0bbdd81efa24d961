// Package bench measures the program with benchmarks, whose results benchstat reads:
//
//   - ColdStart: the time of the functions from the start of their process to their first
//     answer, compared with a minimal Go function (package reference), in turns in the
//     same run,
//   - Serve, Growth, Search: the web API on SQLite beside bare handlers (package
//     bare), and its actions with few memos and a million,
//   - Machine: the program's start and memory; Live: a memo from an Echo to another phone;
//     Copy: from one engine to the other,
//   - Turns: every kind of turn of the skill, its time over SQLite, and its requests and
//     capacity on the local DynamoDB engine,
//   - PageScroll and PageTravel: the page in Chromium, that is the frames of a long list
//     and the time of a memo to a second page (make bench-page).
//
// `make bench` runs all but the last and writes docs/benchmarks.md (package report);
// `make bench-compare` measures two commits in turns (script compare).
//
// There are no thresholds: ratios count, and times depend on the machine.
package bench
