package webapi

import "time"

// deed is a request that succeeds on a site that prepare has set up. {} in it stands for
// the result of prepare.
type deed struct {
	name, who, method, path, body string
	prepare                       func(s *site) string
}

// couple makes taro's family with hanako, who has written a memo. It returns the memo's id.
func couple(s *site) string {
	s.together("taro", "hanako")
	s.add("taro", "牛乳")
	return s.add("hanako", "パン").ID
}

// trashed is couple with the memo in the trash for a day.
func trashed(s *site) string {
	id := couple(s)
	s.ask("hanako", "DELETE", "/api/memos/"+id, "").want(200)
	s.wait(25 * time.Hour)
	return id
}

// corrected is couple with the memo edited.
func corrected(s *site) string {
	id := couple(s)
	s.ask("hanako", "PUT", "/api/memos/"+id, object("content", "食パン")).want(200)
	return id
}

// invited is couple with an invitation, and its code.
func invited(s *site) string {
	couple(s)
	return s.invitation("taro").Code
}

// linked is couple with an invitation, and the token of its link.
func linked(s *site) string {
	couple(s)
	return s.invitation("taro").tokenOf(s.t)
}

// asked is couple, in a family that asks first, with jiro's request.
func asked(s *site) string {
	couple(s)
	s.asking("taro")
	s.request("jiro", "taro")
	return "jiro"
}

// heard is couple with an Echo, and its connection number.
func heard(s *site) string {
	couple(s)
	return s.connection(s.device("kitchen"))
}

// connected is couple with an Echo in the family, and the Echo's id.
func connected(s *site) string {
	couple(s)
	return string(s.kitchen("taro").ID)
}

// recoverable is couple with an Echo whose skill was disabled, and its recovery number.
func recoverable(s *site) string {
	couple(s)
	_, number := s.gone("hall")
	return number
}

// requested is couple with the query of the request of an app.
func requested(s *site) string {
	couple(s)
	return s.app(commandLineApp).query()
}

// waitingDevice is couple with the request of a device, and its code.
func waitingDevice(s *site) string {
	couple(s)
	return s.device8628().UserCode
}

// deeds are requests of every operation of a signed-in person, by operationId.
func deeds() []deed {
	asksFirst := func(of func(*site) string) func(*site) string {
		return func(s *site) string {
			made := of(s)
			s.asking("taro")
			return made
		}
	}
	return []deed{
		{"me", "hanako", "GET", "/api/me", "", couple},
		{"export", "hanako", "GET", "/api/export?format=csv", "", couple},
		{"export", "hanako", "GET", "/api/export?format=json&scope=me", "", couple},
		{"listMemos", "hanako", "GET", "/api/memos", "", couple},
		{"listMemos", "hanako", "GET", "/api/memos?q=a&deleted=true", "", couple},
		{"addMemo", "hanako", "POST", "/api/memos", object("content", "卵"), couple},
		{"deleteMemos", "hanako", "DELETE", "/api/memos", "", couple},
		{"deleteMemos", "hanako", "DELETE", "/api/memos?deleted=true", "", trashed},
		{"editMemo", "taro", "PUT", "/api/memos/{}", object("content", "卵"), couple},
		{"deleteMemo", "taro", "DELETE", "/api/memos/{}", "", couple},
		{"deleteMemo", "taro", "DELETE", "/api/memos/{}", "", trashed},
		{"readMemo", "hanako", "GET", "/api/memos/{}", "", couple},
		{"readMemo", "hanako", "GET", "/api/memos/{}", "", trashed},
		{"seenMemo", "hanako", "GET", "/api/memos/{}/seen", "", couple},
		{"swapMemo", "taro", "PUT", "/api/memos/{}/before", "", corrected},
		{"markMemo", "taro", "PUT", "/api/memos/{}/done", `{"done":true}`, couple},
		{"restoreMemo", "taro", "PUT", "/api/memos/{}/restore", "", trashed},
		{"issueInvite", "taro", "POST", "/api/family/invite-codes", "", couple},
		{"issueInvite", "taro", "POST", "/api/family/invite-codes", "", invited},
		{"revokeInvite", "taro", "DELETE", "/api/family/invite-codes/current", "", invited},
		{"previewInvitation", "jiro", "POST", "/api/family/invitations/preview", object("inviteToken", "{}"), linked},
		{"join", "jiro", "POST", "/api/family/join", object("inviteCode", "{}"), invited},
		{"join", "jiro", "POST", "/api/family/join", object("inviteToken", "{}"), linked},
		{"join", "jiro", "POST", "/api/family/join", object("inviteToken", "{}"), asksFirst(linked)},
		{"withdraw", "jiro", "DELETE", "/api/family/join", "", asked},
		{"allow", "taro", "POST", "/api/family/requests/{}", "", asked},
		{"refuse", "taro", "DELETE", "/api/family/requests/{}", "", asked},
		{"previewEcho", "hanako", "POST", "/api/family/echos/preview", object("number", "{}"), heard},
		{"addEcho", "hanako", "POST", "/api/family/echos", object("number", "{}"), heard},
		{"addEcho", "hanako", "POST", "/api/family/echos", object("number", "{}"), asksFirst(heard)},
		{"addEcho", "hanako", "POST", "/api/family/echos", object("number", "{}"), recoverable},
		{"changeSettings", "taro", "PUT", "/api/family/settings", `{"askBeforeJoin":true}`, couple},
		{"leave", "hanako", "POST", "/api/family/leave", "", couple},
		{"transferOwner", "taro", "POST", "/api/family/transfer-owner", object("newOwnerUserId", "hanako"), couple},
		{"members", "hanako", "GET", "/api/family/members", "", couple},
		{"removeMember", "taro", "DELETE", "/api/family/members/hanako", "", couple},
		{"nameEcho", "hanako", "PUT", "/api/family/members/{}/name", object("name", "台所"), connected},
		{"rename", "hanako", "PUT", "/api/user/name", object("name", "花子"), couple},
		{"chooseEmoji", "hanako", "PUT", "/api/user/emoji", object("emoji", "🐻"), couple},
		{"liveTicket", "hanako", "POST", "/api/live/ticket", "", couple},
		{"markSeen", "hanako", "PUT", "/api/me/seen", object("until", "2026-04-01T09:00:00Z"), couple},
		{"deleteAccount", "hanako", "DELETE", "/api/user", "", couple},
		{"listAccess", "hanako", "GET", "/api/me/access", "", couple},
		{"issueToken", "hanako", "POST", "/api/me/tokens", `{"name":"台所","scope":"read","days":30}`, couple},
		{"answerApp", "hanako", "POST", "/oauth/consent", `{"query":"{}","allow":true}`, requested},
		{"findDevice", "hanako", "POST", "/oauth/device/code", object("code", "{}"), waitingDevice},
		{"answerDevice", "hanako", "POST", "/oauth/device/consent", `{"code":"{}","allow":true}`, waitingDevice},
		{"endAccess", "hanako", "DELETE", "/api/me/access/session-hanako", "", couple},
		{"assist", "hanako!memos=", "POST", mcpPath, calling("list_memos", `{"limit":5}`), couple},
		{"assist", "hanako!memos=", "POST", mcpPath, calling("find_memos", `{"text":"パン"}`), couple},
		{"assist", "hanako!memos=", "POST", mcpPath, calling("add_memo", `{"text":"パン"}`), couple},
		{"assist", "hanako!memos=", "POST", mcpPath, calling("done_memo", `{"id":"{}"}`), couple},
		{"assist", "hanako!memos=", "POST", mcpPath, calling("delete_memo", `{"id":"{}"}`), couple},
		{"assist", "hanako!memos=", "POST", mcpPath, calling("undo", `{"id":"{}","version":2}`), trashed},
		{"assist", "hanako!memos=", "POST", mcpPath, calling("family", `{ }`), couple},
	}
}
