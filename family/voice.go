package family

import (
	"context"
	"strings"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// maxDeletion is how many memos of a deletion are kept: as many as one call of
// the memos' service restores. A person's item stays small.
const maxDeletion = 100

// NameVoice gives a name to a voice that the actor's Echo recognises: 1 to
// models.MaxName characters. Invalid: the name, or no voice at all.
// Conflict/ReasonTooManyVoices: models.MaxVoices are known already.
func (s *Service) NameVoice(ctx context.Context, actor models.User, voice models.VoiceID, name string) (models.User, error) {
	name = strings.TrimSpace(norm.NFC.String(name))
	if err := models.CheckName("name", name); err != nil {
		return models.User{}, err
	}
	return s.setVoice(ctx, actor, voice, name)
}

// MarkVoiceAsked records that a voice was asked for its name, so that it is asked
// once. Errors as NameVoice's.
func (s *Service) MarkVoiceAsked(ctx context.Context, actor models.User, voice models.VoiceID) (models.User, error) {
	if _, known := actor.Voices[voice]; known {
		return actor, nil
	}
	return s.setVoice(ctx, actor, voice, "")
}

func (s *Service) setVoice(ctx context.Context, actor models.User, voice models.VoiceID, name string) (models.User, error) {
	if voice == "" {
		return models.User{}, models.Invalid("voice", models.ReasonEmpty)
	}
	if _, known := actor.Voices[voice]; !known && len(actor.Voices) >= models.MaxVoices {
		return models.User{}, models.Conflict(models.ReasonTooManyVoices)
	}
	patch := Patch{Voices: map[models.VoiceID]string{voice: name}, At: s.now()}
	if name == "" { // nobody sees that a voice was asked
		return s.store.Update(ctx, actor.ID, patch)
	}
	return s.show(ctx, actor.ID, patch)
}

// MarkListened records that the actor has heard the list now.
func (s *Service) MarkListened(ctx context.Context, actor models.User) error {
	now := s.now()
	_, err := s.store.Update(ctx, actor.ID, Patch{LastReadAt: &now, At: now})
	return err
}

// RecordDeletion records which memos the actor is about to put into the trash by voice,
// so that a later session can undo it: the first maxDeletion of them. None
// forgets the last ones.
func (s *Service) RecordDeletion(ctx context.Context, actor models.User, refs []models.MemoRef) error {
	d, now := models.Deletion{}, s.now()
	if len(refs) > 0 {
		d = models.Deletion{At: now, Refs: refs[:min(len(refs), maxDeletion)]}
	}
	_, err := s.store.Update(ctx, actor.ID, Patch{LastDeletion: &d, At: now})
	return err
}

// MarkTold forgets what the actor had to tell: its Notice was told.
func (s *Service) MarkTold(ctx context.Context, actor models.User) error {
	var none models.Notice
	_, err := s.store.Update(ctx, actor.ID, Patch{Notice: &none, At: s.now()})
	return err
}
