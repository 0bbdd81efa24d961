// Package memo holds the rules of memos: what may be written, who may change
// it, how the trash works, how a list is paged and searched. The Store beside it
// only keeps what the Service decided; memotest proves an engine's Store.
package memo
