package understanding_test

// politeCommands lists requests with their meanings before a tab.
var politeCommands = phrases("polite-commands")

// politeMemos lists memos that are like polite requests.
var politeMemos = phrases("polite-memos")
