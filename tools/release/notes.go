package main

// The names of the two files that describe the others.
const (
	checksumsName = "checksums.txt"
	notesName     = "notes.md"
)
