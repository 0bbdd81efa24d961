// Package conversation answers turns. A Turn is one request while it is answered: who speaks,
// what was heard (package understanding), and what the session remembers. Each topic, such as
// adding memos or joining a family, is a file with the handlers of its intents and the
// questions of its replies. Topics do not call each other: what several need is in files
// without a topic, and what one offers to others (undo, repeat, launch) is in its table.
package conversation
