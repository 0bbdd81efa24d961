// Package dynamo stores memos, families and invite codes in three DynamoDB tables, and the
// connections of open pages in a fourth. It implements memo.Store, family.Store,
// invite.Store, auth.Store and connections.Store, and reads the events of the tables'
// streams (ReadRecord). The tables of modules have packages of their own, which use Rows.
//
// The tables, keys and attributes are those of the documented schema, with optional
// attributes added. What SQLite does in one transaction over many rows is done here with
// conditions:
//
//   - A family is one item of the users table beside its people, and every change of
//     membership writes that item, in one TransactWriteItems.
//   - Memos follow their author with a delay: the transaction leaves a mark on the
//     family, lists also read what the mark names, and Settle moves the memos in batches
//     that are fenced by the author's move epoch.
//   - The index is a copy that lags behind the table. A list is the index merged with
//     base-table reads wherever the contract does not allow the lag to show.
//
// A memo keeps the time set by the service; unlike SQLite, nothing here moves that time
// after the family's newest memo. The index lags and cannot tell which memo is the
// newest, and a time on the family's item would make every new memo of a family write
// that item, for two write units or more. Amazon keeps the clocks of Lambda's instances
// within milliseconds of each other. On a machine that runs serve over these tables,
// readiness compares the clock with the sign-in issuer's.
//
// The stores scan no table. Items of their own list the families whose memos are on the
// move (for ResumeMoves), some of the families that grow (for CountMemos) and, by day, the
// accounts to be erased (for Due) and those with work (for Working); the item of an Echo's number leads to its account.
// These items are only aids: the families' and people's own items decide. Bulk and
// Repair, which an operator runs, do scan. Errors of the SDK are translated in errors.go
// and nowhere else.
package dynamo
