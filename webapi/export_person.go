package webapi

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"

	"voicememo/auth"
	"voicememo/memo"
	"voicememo/models"
)

// ownLists are the lists of a person's export, by their names there.
var ownLists = []struct {
	name    string
	deleted bool
}{{"memos", false}, {"trash", true}}

// person sends everything that is stored about the caller (GDPR articles 15 and 20, APPI
// article 33). Memos move with their author, so the lists of the current family have all of
// them.
func (p *exportPart) person(who auth.Identity) error {
	var about aboutJSON
	var err error
	if p.first() {
		about, err = p.aboutPerson(p.c.Request().Context(), who)
	} else if p.place.Family != p.actor.FamilyID {
		err = models.Conflict(models.ReasonMoved)
	}
	if err != nil {
		return err
	}
	legal := p.legalTexts(wordsFor(p.c.Request()).tag)
	kept := retention(legal, legalReplacer(legal, p.Operator))
	return p.send("about-me", func() (more bool, err error) {
		out := personExport{w: p, person: p.actor.ID, written: map[models.MemoRef]bool{}}
		open := p.first()
		if open {
			if err := out.begin(about); err != nil {
				return false, err
			}
		}
		for p.place.Family = p.actor.FamilyID; p.place.List < len(ownLists); open = true {
			ended, err := p.own(&out, open)
			if err != nil || !ended {
				return true, err
			}
			p.place.List, p.place.Begun = p.place.List+1, false
		}
		return false, out.end(kept)
	})
}

// own writes the actor's own memos of the present list, and its beginning if open is set,
// and reports whether it came to the end. If the actor moves to another family meanwhile,
// memos that moved may be missing from the pages read; then it reads the list of the new
// family as well. Parts before cannot be read again, so for one of several it returns
// Conflict/ReasonMoved.
func (p *exportPart) own(out *personExport, open bool) (ended bool, err error) {
	l := ownLists[p.place.List]
	if err := out.open(l.name, open, p.place.Begun); err != nil {
		return false, err
	}
	for {
		ended, err := p.list(memo.Query{Limit: memo.MaxLimit, Deleted: l.deleted}, nil, out.own)
		if err != nil {
			return false, err
		}
		now, err := p.Families.Person(p.c.Request().Context(), p.actor.ID)
		switch {
		case err != nil:
			return false, err
		case now.Membership.MoveEpoch == p.actor.Membership.MoveEpoch:
			p.place.Begun = out.begun()
			if ended {
				err = write(p, "\n]")
			}
			return ended, err
		case p.MaxExport > 0:
			return false, models.Conflict(models.ReasonMoved)
		}
		p.actor, p.place.After = now, ""
	}
}

// personExport writes what is stored about a person, as one JSON object.
type personExport struct {
	w       io.Writer
	person  models.UserID
	memos   *jsonExport // of the current list
	written map[models.MemoRef]bool
}

// begin writes the members of the object before the lists.
func (e *personExport) begin(about aboutJSON) error {
	raw, err := json.Marshal(about)
	if err != nil {
		return err
	}
	return write(e.w, string(raw[:len(raw)-1])) // without the closing brace
}

// open begins a list of memos with its name, if named is set; begun: it has memos already.
func (e *personExport) open(name string, named, begun bool) error {
	e.memos = &jsonExport{w: e.w, begun: begun}
	if !named {
		return nil
	}
	return write(e.w, ",\n\""+name+`":[`)
}

// begun reports whether the present list has memos.
func (e *personExport) begun() bool { return e.memos.begun }

// own writes a memo that the person wrote, once, and ignores others.
func (e *personExport) own(m models.Memo) error {
	if m.UserID != e.person || e.written[m.Ref()] {
		return nil
	}
	e.written[m.Ref()] = true
	return e.memos.write(exportedMemoJSON{showMemo(m), m.Via})
}

// end writes what is kept and for how long, and the end of the object.
func (e *personExport) end(kept []Kept) error {
	raw, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return write(e.w, ",\n\"kept\":"+string(raw)+"}\n")
}

// exportedMemoJSON is a memo in the export of its author.
type exportedMemoJSON struct {
	memoJSON
	Via models.AccessID `json:"via,omitempty"` // the personal token that added it
}

// aboutJSON is what is stored about a person besides the memos.
type aboutJSON struct {
	ExportedAt string             `json:"exportedAt"`
	Operator   string             `json:"operator,omitempty"` // absent if it is not configured
	User       exportedPersonJSON `json:"user"`
	Access     []accessJSON       `json:"access"`
	Voices     []voiceJSON        `json:"voices,omitempty"`
	Heard      []heardJSON        `json:"heard,omitempty"`
	Rooms      []roomJSON         `json:"rooms,omitempty"`
	Acts       []actJSON          `json:"acts,omitempty"`
	Modules    map[string]any     `json:"modules,omitempty"` // what each module stores, by its name
}

// exportedPersonJSON is a person's account as it is stored.
type exportedPersonJSON struct {
	UserID    models.UserID `json:"userId"`
	Name      string        `json:"name"`
	Email     string        `json:"email,omitempty"`
	Picture   string        `json:"picture,omitempty"` // the issuer's address of it
	Emoji     string        `json:"emoji,omitempty"`
	Source    models.Source `json:"source"`
	CreatedAt string        `json:"createdAt"`
	UpdatedAt string        `json:"updatedAt,omitempty"`

	FamilyID   models.FamilyID `json:"familyId"`
	IsOwner    bool            `json:"isOwner"`
	JoinedAt   string          `json:"joinedAt,omitempty"`
	JoinedWith models.InviteID `json:"joinedWith,omitempty"` // the id of the invitation, which nothing else uses any more
	AddedBy    models.UserID   `json:"addedBy,omitempty"`
	RemovedBy  models.UserID   `json:"removedBy,omitempty"`
	InvitedTo  models.FamilyID `json:"invitedTo,omitempty"`
	EraseAt    string          `json:"eraseAt,omitempty"`
	Stays      int64           `json:"stays"` // how many families the person has been in

	SessionsValidAfter string               `json:"sessionsValidAfter,omitempty"`
	LastReadAt         string               `json:"lastReadAt,omitempty"`
	Greeted            int                  `json:"greeted,omitempty"`
	Notice             models.Notice        `json:"notice,omitempty"`
	Connection         *connectionJSON      `json:"connection,omitempty"`
	HasRecovery        bool                 `json:"hasRecovery,omitempty"`
	Request            *exportedRequestJSON `json:"request,omitempty"`
	Work               []exportedWorkJSON   `json:"work,omitempty"`

	EmptiedTrash *emptiedJSON    `json:"emptiedTrash,omitempty"` // if the person was the last to empty the family's trash
	AddedEchos   []models.UserID `json:"addedEchos,omitempty"`   // members that the person added
}

// connectionJSON is an Echo's connection number.
type connectionJSON struct {
	Number    string `json:"number"`
	ExpiresAt string `json:"expiresAt"`
}

// exportedRequestJSON is the person's request to join a family, which may have lapsed.
type exportedRequestJSON struct {
	FamilyID    models.FamilyID `json:"familyId"`
	RequestedAt string          `json:"requestedAt"`
	Until       string          `json:"until"`
	Check       string          `json:"check,omitempty"`
	Way         models.Way      `json:"way,omitempty"`
	InviteID    models.InviteID `json:"inviteId,omitempty"`
	By          models.UserID   `json:"by,omitempty"` // the member who entered the Echo's number
}

// exportedWorkJSON is a change of many memos that the person asked for and that is not
// finished.
type exportedWorkJSON struct {
	workJSON
	FamilyID models.FamilyID `json:"familyId"`
	BeganAt  string          `json:"beganAt"`
}

// aboutPerson reads what is stored about the caller besides the memos.
func (s *server) aboutPerson(ctx context.Context, who auth.Identity) (aboutJSON, error) {
	f, err := s.Families.FamilyOf(ctx, who.User)
	if err != nil {
		return aboutJSON{}, err
	}
	list, err := s.Access.List(ctx, who.User.ID)
	if err != nil {
		return aboutJSON{}, err
	}
	access := make([]accessJSON, 0, len(list))
	for _, a := range list {
		if who.Method == auth.MethodCookie { // a token may not list accesses, as at /api/me/access
			access = append(access, showAccess(a, who.Access))
		}
	}
	modules, err := s.exportedModules(ctx, who.User)
	if err != nil {
		return aboutJSON{}, err
	}
	return aboutJSON{
		ExportedAt: models.FormatTime(s.Now()), Operator: s.Operator, User: exportedPerson(who.User, f),
		Access: access, Voices: exportedVoices(who.User), Heard: exportedHeard(who.User),
		Rooms: showRooms(who.User), Acts: exportedActs(who.User),
		Modules: modules,
	}, nil
}

// exportedModules returns what each module stores about a person, by its name.
func (s *server) exportedModules(ctx context.Context, person models.User) (map[string]any, error) {
	all := map[string]any{}
	for _, m := range s.Modules {
		name, value, err := m.Export(ctx, person)
		if err != nil {
			return nil, err
		}
		if value != nil {
			all[name] = value
		}
	}
	return all, nil
}

// exportedPerson shows a person's account, and what the family's item stores about them.
func exportedPerson(u models.User, f models.Family) exportedPersonJSON {
	p := exportedPersonJSON{
		UserID: u.ID, Name: u.Name, Email: u.Email, Picture: u.Picture, Emoji: u.Emoji, Source: u.Source,
		CreatedAt: models.FormatTime(u.CreatedAt), UpdatedAt: models.FormatTime(u.UpdatedAt),
		FamilyID: u.FamilyID, IsOwner: u.IsOwner, JoinedAt: models.FormatTime(u.Membership.JoinedAt), JoinedWith: u.Membership.JoinedWith,
		AddedBy: u.Membership.AddedBy, RemovedBy: u.Membership.RemovedBy, InvitedTo: u.Membership.InvitedTo, EraseAt: models.FormatTime(u.EraseAt), Stays: u.Membership.MoveEpoch,
		SessionsValidAfter: models.FormatTime(u.SessionsValidAfter), LastReadAt: models.FormatTime(u.Skill.LastReadAt),
		Greeted: u.Skill.Greeted, Notice: u.Echo.Notice, HasRecovery: u.Echo.Recovery != "",
	}
	if c := u.Echo.Connection; c.Number != "" {
		p.Connection = &connectionJSON{c.Number, models.FormatTime(c.ExpiresAt)}
	}
	if r := u.Membership.Request; !r.At.IsZero() {
		p.Request = &exportedRequestJSON{
			r.FamilyID, models.FormatTime(r.At), models.FormatTime(r.Until()), r.Check, r.Way, r.InviteID, r.By,
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(u.Author.Work)) {
		w := u.Author.Work[kind]
		p.Work = append(p.Work, exportedWorkJSON{workJSON{kind, w.Done, w.Left}, w.Family, models.FormatTime(w.Began)})
	}
	if e := f.Emptied; e.By == u.ID && !e.At.IsZero() {
		p.EmptiedTrash = &emptiedJSON{At: models.FormatTime(e.At), Count: e.Count}
	}
	for _, m := range f.Members {
		if m.Membership.AddedBy == u.ID {
			p.AddedEchos = append(p.AddedEchos, m.ID)
		}
	}
	return p
}
