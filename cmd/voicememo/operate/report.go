package operate

import (
	"time"

	"voicememo/cmd/internal/operator"
	"voicememo/models"
)

// PersonReport is a person in the output of access list --json.
type PersonReport struct {
	ID       models.UserID `json:"id"`
	Name     string        `json:"name"`
	Email    string        `json:"email"`
	Accesses int           `json:"accesses"`
}

func reportPeople(people []operator.Person) []PersonReport {
	all := make([]PersonReport, len(people))
	for i, p := range people {
		all[i] = PersonReport{p.ID, p.Name, p.Email, p.Accesses}
	}
	return all
}

// AccessReport is an access in the output of access list USER --json.
type AccessReport struct {
	ID       models.AccessID `json:"id"`
	Kind     string          `json:"kind"`
	Name     string          `json:"name"`
	Host     string          `json:"host,omitempty"` // of an app that registered itself
	Since    time.Time       `json:"since"`
	LastUsed time.Time       `json:"lastUsed"`
	Until    time.Time       `json:"until"`
}

func reportAccess(accesses []models.Access) []AccessReport {
	all := make([]AccessReport, len(accesses))
	for i, a := range accesses {
		all[i] = AccessReport{a.ID, string(a.Kind), a.Name, a.Host, a.Since, a.LastUsed, a.Until}
	}
	return all
}

// MemberReport is a member in the output of owner --json.
type MemberReport struct {
	ID       models.UserID `json:"id"`
	Name     string        `json:"name"`
	Source   string        `json:"source"`
	JoinedAt time.Time     `json:"joinedAt"`
	Owner    bool          `json:"owner"`
}

func reportMembers(members []operator.Member) []MemberReport {
	all := make([]MemberReport, len(members))
	for i, m := range members {
		all[i] = MemberReport{m.ID, m.Name, string(m.Source), m.JoinedAt, m.IsOwner}
	}
	return all
}
