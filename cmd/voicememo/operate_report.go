package main

import (
	"time"

	"voicememo/cmd/internal/operator"
	"voicememo/models"
)

// personReport is a person in the output of access list --json.
type personReport struct {
	ID       models.UserID `json:"id"`
	Name     string        `json:"name"`
	Email    string        `json:"email"`
	Accesses int           `json:"accesses"`
}

func reportPeople(people []operator.Person) []personReport {
	all := make([]personReport, len(people))
	for i, p := range people {
		all[i] = personReport{p.ID, p.Name, p.Email, p.Accesses}
	}
	return all
}

// accessReport is an access in the output of access list USER --json.
type accessReport struct {
	ID       models.AccessID `json:"id"`
	Kind     string          `json:"kind"`
	Name     string          `json:"name"`
	Host     string          `json:"host,omitempty"` // of an app that registered itself
	Since    time.Time       `json:"since"`
	LastUsed time.Time       `json:"lastUsed"`
	Until    time.Time       `json:"until"`
}

func reportAccess(accesses []models.Access) []accessReport {
	all := make([]accessReport, len(accesses))
	for i, a := range accesses {
		all[i] = accessReport{a.ID, string(a.Kind), a.Name, a.Host, a.Since, a.LastUsed, a.Until}
	}
	return all
}

// memberReport is a member in the output of owner --json.
type memberReport struct {
	ID       models.UserID `json:"id"`
	Name     string        `json:"name"`
	Source   string        `json:"source"`
	JoinedAt time.Time     `json:"joinedAt"`
	Owner    bool          `json:"owner"`
}

func reportMembers(members []operator.Member) []memberReport {
	all := make([]memberReport, len(members))
	for i, m := range members {
		all[i] = memberReport{m.ID, m.Name, string(m.Source), m.JoinedAt, m.IsOwner}
	}
	return all
}
