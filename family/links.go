package family

import (
	"context"

	"voicememo/models"
)

// Linked is what linking an Echo to a person meant for the Echo's family.
type Linked string

// The outcomes of Link. In all of them the Echo's link is stored.
const (
	LinkStays     Linked = ""          // the Echo is in the person's family, was removed from it, or that family has to admit it first
	LinkJoined    Linked = "joined"    // the Echo became a member of the person's family
	LinkElsewhere Linked = "elsewhere" // the Echo is in another family with others, and was to stay unless told to move
	LinkOwns      Linked = "owns"      // the Echo owns a family with others, of which the person is no member
	LinkOwner     Linked = "owner"     // the person became the owner of their family in place of the Echo
)

// Link makes an Echo that a person has linked in the Alexa app a member of the person's
// family, with the Echo's memos, and returns how many come along. An Echo in another family
// with others moves only if move is true or the person brought it there. An Echo that owns a
// family with others stays; if the person is one of them, the person becomes the owner. If
// the person's family asks first and the person is not its owner, or if it is full, the Echo
// stays as well, and so does one that was removed since it was linked, unless move is true.
// link.Told is stored as given, unless the outcome is LinkElsewhere. Link also
// copies the names of the Echo's voices to the person, whose own names stay. An Echo whose
// skill was disabled stays as it is, without a link, until Ensure finds it in use again.
func (s *Service) Link(ctx context.Context, person, echo models.User, link models.Link, move bool) (outcome Linked, brought int, err error) {
	err = s.retryMoved(ctx, func() error {
		by, to, err := s.fresh(ctx, person.ID)
		if err != nil {
			return err
		}
		u, from, err := s.fresh(ctx, echo.ID) // with the members, for handOver
		if err != nil {
			return err
		}
		if u.Membership.Gone || !u.EraseAt.IsZero() {
			outcome, brought = LinkStays, 0
			return nil
		}
		known := u.Echo.Link.Person == link.Person && u.Echo.Link.Access == link.Access
		switch outcome, brought = linking(by, u, from, to, known, move), 0; outcome {
		case LinkElsewhere:
			return s.keepLink(ctx, u, models.Link{Person: link.Person, Access: link.Access})
		case LinkOwner:
			if err := s.handOver(ctx, from, u.ID, by.ID, ""); err != nil {
				return err
			}
			return s.keepLink(ctx, u, link)
		case LinkStays, LinkOwns:
			return s.keepLink(ctx, u, link)
		}
		m, err := s.move(ctx, u, from, to)
		if err != nil {
			return err
		}
		brought, err = s.store.Connect(ctx, Connect{Move: m, By: by.ID, Link: link})
		if models.IsReason(err, models.ReasonFamilyFull) {
			outcome = LinkStays
			return s.keepLink(ctx, u, link)
		}
		if err == nil {
			s.joined(by.ID, m)
		}
		return err
	})
	if err == nil {
		err = s.shareVoices(ctx, person, echo)
	}
	if err != nil {
		return "", 0, err
	}
	return outcome, brought, nil
}

// linking returns what linking an Echo of the family from to a person of the family to
// means. A link that is known already does not bring back an Echo that was removed.
func linking(person, echo models.User, from, to models.Family, known, move bool) Linked {
	switch {
	case from.ID == to.ID && from.OwnerID == echo.ID:
		return LinkOwner
	case from.ID == to.ID:
		return LinkStays
	case from.OwnerID == echo.ID && !from.Alone(echo.ID):
		return LinkOwns
	case !from.Alone(echo.ID) && echo.Membership.AddedBy != person.ID && !move:
		return LinkElsewhere
	case known && echo.Membership.AddedBy != person.ID && !move:
		return LinkStays
	case to.AskBeforeJoin && to.OwnerID != person.ID, person.Membership.InvitedTo != "":
		return LinkStays
	}
	return LinkJoined
}

// MarkLinkTold records that a linked Echo has said what linking means for its family.
func (s *Service) MarkLinkTold(ctx context.Context, echo models.User) error {
	link := echo.Echo.Link
	link.Told = true
	return s.keepLink(ctx, echo, link)
}

// EndLink is for an Echo whose stored link has ended, so that it acts as itself. As it no
// longer follows its person, an Echo that its person brought into a family, and that the
// person is not in any more, leaves that family. If told is true, EndLink removes the link and
// records that its end was said. It returns the Echo as it is then, and whether it has left.
func (s *Service) EndLink(ctx context.Context, echo models.User, told bool) (now models.User, left bool, err error) {
	now = echo
	if by := echo.Echo.Link.Person; by != "" && echo.Membership.AddedBy == by {
		_, err := s.depart(ctx, echo, echo.ID, func(u models.User, f models.Family) error {
			if u.Membership.AddedBy != by || f.Has(by) || f.Alone(u.ID) || f.OwnerID == u.ID {
				return models.Conflict(models.ReasonAlone) // the Echo stays
			}
			return nil
		})
		if err != nil && !models.IsReason(err, models.ReasonAlone) {
			return models.User{}, false, err
		}
		left = err == nil
	}
	if ended := (models.Link{Told: true}); told && echo.Echo.Link != ended {
		now, err = s.store.Update(ctx, echo.ID, Patch{Link: &ended, At: s.now()})
	} else if left {
		now, err = s.Person(ctx, echo.ID)
	}
	if err != nil {
		return models.User{}, false, err
	}
	return now, left, nil
}

// keepLink stores the link of an Echo that does not move.
func (s *Service) keepLink(ctx context.Context, echo models.User, link models.Link) error {
	if echo.Echo.Link == link {
		return nil
	}
	_, err := s.store.Update(ctx, echo.ID, Patch{Link: &link, At: s.now()})
	return err
}

// shareVoices adds to a person the names of an Echo's voices that the person has none for.
func (s *Service) shareVoices(ctx context.Context, person, echo models.User) error {
	patch := Patch{Voices: map[models.VoiceID]string{}, At: s.now()}
	for voice, name := range echo.Skill.Voices {
		if person.Skill.Voices[voice] == "" && name != "" && len(person.Skill.Voices)+len(patch.Voices) < models.MaxVoices {
			patch.Voices[voice] = name
		}
	}
	if len(patch.Voices) == 0 {
		return nil
	}
	_, err := s.show(ctx, person.ID, patch)
	return err
}
