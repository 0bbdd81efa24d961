// Package memo implements the rules of memos: what may be written, who may change it,
// how the trash works, and how a list is paged and searched. The Service makes every
// decision, and a Store only keeps the data. Package memotest tests an engine's Store.
package memo
