package main

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"voicememo/family/connections"
	"voicememo/infra/dynamo"
	"voicememo/models"
	"voicememo/tools/testkit/meter"
)

// sentMessages stands in for API Gateway, and counts the messages to pages.
type sentMessages struct{ posts, bytes int }

// Post implements connections.Poster.
func (p *sentMessages) Post(_ context.Context, _ connections.ConnectionID, text string) error {
	p.posts++
	p.bytes += len(text)
	return nil
}

// Disconnect implements connections.Poster.
func (p *sentMessages) Disconnect(context.Context, connections.ConnectionID) error { return nil }

// TestMeasureLive measures what the live function does for an open page.
func TestMeasureLive(t *testing.T) {
	s := newSite(t, nil)
	owner, err := s.Families.Ensure(t.Context(), models.Profile{ID: "live-1", Name: "花子", Source: models.SourceOIDC})
	must(t, err)
	tickets, sent := connections.NewTickets([]byte("a secret of the live function of this test")), &sentMessages{}
	service := connections.NewService(s.db.Connections(), s.Families, sent, tickets)
	ticket, _ := tickets.Seal(owner.ID, time.Now())
	got := map[string]Action{}
	measure := func(action string, frames float64, do func() error) {
		s.meter.Reset()
		*sent = sentMessages{}
		must(t, do())
		cost := s.meter.Cost()
		got[action] = Action{
			Requests: float64(cost.Requests), Sequential: float64(cost.Sequential), CPU: liveCPU, Frames: frames,
			Posts: float64(sent.posts), Answer: float64(sent.bytes), Log: dueLog, Units: roomUnits(s.meter.Requests(), s.tables),
		}
	}
	measure("live: connect", 0, func() error { return service.Connect(t.Context(), "a", ticket) })
	measure("live: hello", 1, func() error { return service.Hello(t.Context(), "a") })
	measure("live: change", 0, func() error {
		return service.Happened(t.Context(), []models.Event{{ID: "1", Kind: models.EventAdded, Family: owner.FamilyID, Actor: owner.ID}})
	})
	measure("live: silent", 0, func() error {
		events, err := dynamo.ReadRecord(seenRecord(t, owner.ID))
		if len(events) > 0 {
			t.Errorf("a person has seen the list: got events %+v, want none", events)
		}
		return err
	})
	measure("live: disconnect", 0, func() error { return service.Disconnect(t.Context(), "a") })

	if got["live: hello"].Posts != 1 || got["live: change"].Posts != 1 || got["live: change"].Requests != 1 || got["live: silent"].Requests != 0 {
		t.Errorf("got %+v, want one message for hello and for a change, which needs one query", got)
	}
	if c, d := got["live: connect"].write(), got["live: disconnect"].write(); c != 1 || d != 2 {
		t.Errorf("got %v and %v WCU, want 1 to connect, and 2 to disconnect from a room", c, d)
	}
	record(t, func(m *Measured) {
		for action, a := range got {
			m.Actions[action] = a
		}
	})
}

// roomUnits returns what requests consumed by table, with connections beside the others.
func roomUnits(requests []meter.Request, tables dynamo.Tables) map[string]Units {
	units := map[string]Units{}
	for _, r := range requests {
		for _, u := range r.Used {
			name := part(u, tables)
			if u.Table == tables.Connections {
				if name = roomsTable; u.Index != "" {
					name = roomsIndex
				}
			}
			sum := units[name]
			units[name] = Units{sum.Read + u.Read, sum.Write + u.Write}
		}
	}
	return units
}

// seenRecord is a record of a person who has seen the list.
func seenRecord(t *testing.T, id models.UserID) json.RawMessage {
	t.Helper()
	image := func(seen string) map[string]any {
		return map[string]any{
			"userId": map[string]string{"S": string(id)}, "familyId": map[string]string{"S": "f"}, "userName": map[string]string{"S": "花子"},
			"isOwner": map[string]bool{"BOOL": true}, "source": map[string]string{"S": "oidc"}, "moveEpoch": map[string]string{"N": "0"},
			"createdAt": map[string]string{"S": "2026-01-01T00:00:00.000Z"}, "updatedAt": map[string]string{"S": "2026-01-01T00:00:00.000Z"},
			"lastSeenAt": map[string]string{"S": seen},
		}
	}
	raw, err := json.Marshal(map[string]any{
		"eventID": "1", "eventName": "MODIFY", "eventSource": "aws:dynamodb",
		"eventSourceARN": "arn:aws:dynamodb:us-east-1:101010101010:table/alexa-voice-memo-dev-users/stream/2026-01-01T00:00:00.000",
		"dynamodb": map[string]any{
			"Keys": map[string]any{"userId": map[string]string{"S": string(id)}}, "SequenceNumber": "1", "StreamViewType": "NEW_AND_OLD_IMAGES",
			"OldImage": image("2026-01-01T00:00:00.000Z"), "NewImage": image("2026-01-02T00:00:00.000Z"),
		},
	})
	must(t, err)
	return raw
}
