// Package dynamo keeps memos, families and invite codes in three DynamoDB
// tables, for memo.Store, family.Store, invite.Store and auth.Store.
//
// The tables, keys and attributes are those of the documented schema, with
// optional attributes added. What SQLite does in one transaction over any
// number of rows is done here by conditions:
//
//   - A family is one item of the users table beside its people, so that every
//     change of membership meets on that item, in one TransactWriteItems.
//   - Memos follow their author with a delay: the transaction leaves a mark on
//     the family, lists read through the mark, and Settle moves the memos in
//     batches that are fenced by the author's move epoch.
//   - The index is a copy that lags. A list is the index merged with base-table
//     reads wherever the contract does not allow the lag to show.
//
// A memo keeps the time that the service gave it; unlike SQLite, nothing here moves it
// after its family's newest. The index lags and cannot say which that is, and a time on
// the family's item would make every memo of a family meet there, for two write units
// or more. The clocks of Lambda's instances are kept by Amazon and milliseconds
// apart. On a machine that runs serve over these tables, readiness compares the clock
// with the sign-in issuer's.
//
// The stores scan no table: families whose memos are on the move are noted by name
// for CarryOn, some of those that grow for CountMemos, accounts that are to be erased
// by day for Due, and the item of an Echo's number leads to its account. These are
// helps; families and people alone say what holds. Bulk and Repair, which an operator runs, do scan. Errors of the
// SDK are translated in errors.go and nowhere else.
package dynamo
