package webapi

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// memoJSON is a memo as the API shows it.
type memoJSON struct {
	ID            string          `json:"id"`
	UserID        models.UserID   `json:"userId"`
	FamilyID      models.FamilyID `json:"familyId"`
	Content       string          `json:"content"`
	Timestamp     string          `json:"timestamp"`
	UpdatedAt     string          `json:"updatedAt,omitempty"`
	UpdatedBy     models.UserID   `json:"updatedBy,omitempty"`
	Version       int64           `json:"version"`
	DoneAt        string          `json:"doneAt,omitempty"`
	DoneBy        models.UserID   `json:"doneBy,omitempty"`
	Deleted       bool            `json:"deleted"`
	DeletedAt     string          `json:"deletedAt,omitempty"`
	PurgeAt       string          `json:"purgeAt,omitempty"`
	CreatedByName string          `json:"createdByName,omitempty"`
	EditedAt      string          `json:"editedAt,omitempty"`
	EditedBy      models.UserID   `json:"editedBy,omitempty"`
	Before        *earlierJSON    `json:"before,omitempty"`
}

// earlierJSON is an earlier text of a memo.
type earlierJSON struct {
	Content string        `json:"content"`
	At      string        `json:"at"`
	By      models.UserID `json:"by"`
	Kept    bool          `json:"kept,omitempty"`
}

func showBefore(m models.Memo) *earlierJSON {
	if !m.HasBefore() {
		return nil
	}
	return &earlierJSON{Content: m.Before.Content, At: models.FormatTime(m.Before.At), By: m.Before.By, Kept: m.Before.Kept}
}

func showMemo(m models.Memo) memoJSON {
	return memoJSON{
		ID: m.Ref().String(), UserID: m.UserID, FamilyID: m.FamilyID, Content: m.Content,
		Timestamp: models.FormatTime(m.Timestamp), UpdatedAt: models.FormatTime(m.UpdatedAt), UpdatedBy: m.UpdatedBy,
		Version: m.Version, DoneAt: models.FormatTime(m.DoneAt), DoneBy: m.DoneBy, Deleted: m.Deleted, DeletedAt: models.FormatTime(m.DeletedAt),
		PurgeAt: models.FormatTime(m.PurgeAt), CreatedByName: m.CreatedByName,
		EditedAt: models.FormatTime(m.EditedAt), EditedBy: m.EditedBy, Before: showBefore(m),
	}
}

// listJSON is a page of memos.
type listJSON struct {
	Memos      []memoJSON `json:"memos"`
	NextCursor string     `json:"nextCursor,omitempty"`
	Count      *int       `json:"count,omitempty"` // nil: it was not requested
	CountMore  *bool      `json:"countMore,omitempty"`
}

// personJSON is a person as the API shows one.
type personJSON struct {
	UserID   models.UserID `json:"userId"`
	Name     string        `json:"name"`
	Email    string        `json:"email,omitempty"`
	Picture  string        `json:"picture,omitempty"`
	Emoji    string        `json:"emoji,omitempty"`
	IsOwner  bool          `json:"isOwner"`
	Source   models.Source `json:"source"`
	JoinedAt string        `json:"joinedAt,omitempty"`
	AddedBy  models.UserID `json:"addedBy,omitempty"` // the member who added this Echo
	Rooms    []roomJSON    `json:"rooms,omitempty"`   // of an Echo, ordered by name

	// NotAdmittedUntil is when the account is erased, unless the family whose invitation
	// it signed up with admits it before. Only the account itself receives it.
	NotAdmittedUntil string `json:"notAdmittedUntil,omitempty"`
}

// roomJSON is a device that has a name.
type roomJSON struct {
	ID   models.VoiceMark `json:"id"`
	Name string           `json:"name"`
}

// showRooms lists the named devices of an account, ordered by name.
func showRooms(u models.User) []roomJSON {
	var out []roomJSON
	for id, name := range u.Skill.Rooms {
		out = append(out, roomJSON{id, name})
	}
	slices.SortFunc(out, func(a, b roomJSON) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// showPerson shows u to viewer. Only the person and the family's owner see the e-mail
// address.
func showPerson(u models.User, f models.Family, viewer models.UserID) personJSON {
	p := personJSON{
		UserID: u.ID, Name: u.Name, Picture: picturePath(u), Emoji: u.Emoji, IsOwner: f.OwnerID == u.ID, Source: u.Source,
		JoinedAt: models.FormatTime(u.Membership.JoinedAt), AddedBy: u.Membership.AddedBy,
	}
	if u.Source == models.SourceAlexa {
		p.Rooms = showRooms(u)
	}
	if viewer == u.ID || viewer == f.OwnerID {
		p.Email = u.Email
	}
	return p
}

// showMembers shows a family's members, the viewer with the name and the emoji just read.
func showMembers(f models.Family, viewer models.User) []personJSON {
	out := make([]personJSON, 0, len(f.Members))
	for _, u := range f.Members {
		if u.ID == viewer.ID {
			u.Name, u.Emoji = viewer.Name, viewer.Emoji
		}
		out = append(out, showPerson(u, f, viewer.ID))
	}
	return out
}

// hideAddresses removes the e-mail addresses of other people, which an owner sees, if a
// program asks: it needs those of people who ask to join, to decide about them, and no others.
func hideAddresses(members []personJSON, who auth.Identity) {
	if !who.Program() {
		return
	}
	for i := range members {
		if members[i].UserID != who.User.ID {
			members[i].Email = ""
		}
	}
}

// familyJSON is the caller's family.
type familyJSON struct {
	ID      models.FamilyID `json:"id"`
	Name    string          `json:"name"`
	Members []personJSON    `json:"members"`

	Requests []requestJSON `json:"requests,omitempty"` // to the owner only
	Emptied  *emptiedJSON  `json:"emptied,omitempty"`
	TimeZone string        `json:"timeZone,omitempty"` // absent: not known
}

// emptiedJSON is the last time the family's trash was emptied.
type emptiedJSON struct {
	Name  string `json:"name,omitempty"` // absent if the person has left
	At    string `json:"at"`
	Count int    `json:"count"`
}

func showEmptied(f models.Family, members []personJSON) *emptiedJSON {
	if f.Emptied.At.IsZero() {
		return nil
	}
	e := emptiedJSON{At: models.FormatTime(f.Emptied.At), Count: f.Emptied.Count}
	for _, m := range members {
		if m.UserID == f.Emptied.By {
			e.Name = m.Name
		}
	}
	return &e
}

func showFamily(f models.Family, viewer models.User, words catalogue) familyJSON {
	members := showMembers(f, viewer)
	name := ""
	for _, m := range members {
		if m.IsOwner {
			name = nameAfter(m.Name, m.Source, words)
		}
	}
	return familyJSON{ID: f.ID, Name: name, Members: members, Emptied: showEmptied(f, members), TimeZone: f.TimeZone}
}

// settingsJSON is the limits and settings of this server, so that clients need no copy.
type settingsJSON struct {
	MaxContent    int `json:"maxContent"`
	MaxName       int `json:"maxName"`
	MaxMembers    int `json:"maxMembers"`
	TrashDays     int `json:"trashDays"`
	InviteSeconds int `json:"inviteSeconds"`

	Version       string `json:"version"`       // of the program
	AskBeforeJoin bool   `json:"askBeforeJoin"` // the family's setting
	Live          bool   `json:"live"`          // /api/events sends change notifications; if not, clients poll
}

func (s *server) showSettings() settingsJSON {
	return settingsJSON{
		Live: s.Live != nil, Version: s.Version,
		MaxContent: models.MaxContent, MaxName: models.MaxName, MaxMembers: s.Families.MaxMembers,
		TrashDays: models.TrashDays, InviteSeconds: int(models.InviteLifetime.Seconds()),
	}
}

// answer sends v as JSON.
func answer(c echo.Context, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return models.Internalf("answer: %w", err)
	}
	return send(c, status, echo.MIMEApplicationJSON, body)
}
