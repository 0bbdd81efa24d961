// Package siege besieges the built program: a server, and the web function, each with its
// store on SQLite or on a local DynamoDB engine, from loopback addresses only. It has
// tests alone:
//
//   - TestAttack plays known attacks. Afterwards no log may contain their secrets (texts
//     of memos, names, addresses, cookies, tokens, ids) or a crash, and no request may
//     have been answered with a status of 500 or more.
//   - TestSoak uses the program and compares what people see with a model of what they
//     should see: while the server is killed, while DynamoDB fails, while people contend
//     for the same memos and invitations, and after heavy load. TestLies checks that the
//     model finds wrong behavior.
//   - TestFlood measures how much one account at full speed slows another person down.
//   - TestTiming tries to learn from the time of refusals which digits, links and numbers
//     were ever valid.
//
// Each prints a table. Without variables they take their short form with a fixed seed, in
// some minutes together; `make attack`, `make soak`, `make flood` and `make timing` take
// the long ones. SIEGE_LONG chooses them all, SIEGE_SEED a seed for the random choices
// ("new": another one each time), SIEGE_SOAK how long to soak, SIEGE_KILLS how often to
// kill instead, SIEGE_ROUNDS how often to measure.
package siege
