package main

// turn is one kind of turn: what is said before it, on the same device, and
// what is said then.
type turn struct {
	name   string
	intent string   // what the words must be taken for
	before []string // not measured
	says   string   // CODE stands for a live invite code of another family

	alone bool // the Echo is in no family yet but its own, without memos
	new   bool // nobody has spoken on the device yet
}

// turns lists them. A new intent is a new line.
func turns() []turn {
	const launch = "家族ボイスメモを開いて"
	return []turn{
		{name: "first contact", intent: "LaunchRequest", says: launch, new: true},
		{name: "launch", intent: "LaunchRequest", says: launch},
		{name: "add", intent: "AddMemoIntent", says: "牛乳とパンを買って帰る を追加"},
		{name: "read", intent: "ReadMemosIntent", says: "一覧"},
		{name: "next", intent: "AMAZON.NextIntent", before: []string{"一覧"}, says: "次"},
		{name: "previous", intent: "AMAZON.PreviousIntent", before: []string{"一覧", "次"}, says: "前"},
		{name: "repeat", intent: "AMAZON.RepeatIntent", before: []string{"一覧"}, says: "もう一度"},
		{name: "find", intent: "FindMemosIntent", says: "牛乳 を探して"},
		{name: "find what is not there", intent: "FindMemosIntent", says: "宇宙船 を探して"},
		{name: "delete", intent: "DeleteMemoIntent", before: []string{"一覧"}, says: "2 番を削除"},
		{name: "undo", intent: "RestoreMemoIntent", before: []string{"一覧", "2 番を削除"}, says: "元に戻して"},
		{name: "delete all: the question", intent: "DeleteAllMemosIntent", says: "全部消して"},
		{name: "delete all: yes", intent: "AMAZON.YesIntent", before: []string{"全部消して"}, says: "はい"},
		{name: "invite code", intent: "CreateInviteIntent", says: "招待コードを作って", alone: true},
		{name: "join: the question", intent: "JoinFamilyIntent", says: "招待コード CODE で参加", alone: true},
		{name: "join: yes", intent: "AMAZON.YesIntent", before: []string{"招待コード CODE で参加"}, says: "はい", alone: true},
		{name: "connection number", intent: "ConnectIntent", says: "アカウントにつなぐ", alone: true},
		{name: "members", intent: "FamilyMembersIntent", says: "家族は誰"},
		{name: "name", intent: "SetNameIntent", says: "私は さくら です"},
		{name: "leave: the question", intent: "LeaveFamilyIntent", says: "家族から抜ける"},
		{name: "leave: yes", intent: "AMAZON.YesIntent", before: []string{"家族から抜ける"}, says: "はい"},
		{name: "help", intent: "AMAZON.HelpIntent", before: []string{launch}, says: "ヘルプ"},
		{name: "stop", intent: "AMAZON.StopIntent", before: []string{launch}, says: "ストップ"},
	}
}
