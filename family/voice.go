package family

import (
	"context"
	"strings"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// maxDeletion is how many memos of a deletion are recorded: as many as one call of
// memo.Service.RestoreEach restores. It keeps a person's record small.
const maxDeletion = 100

// NameVoice sets the name of a voice that the actor's Echo recognises, and returns the
// actor. It returns CodeInvalid if voice is "" or models.CheckName refuses the name, and
// Conflict/ReasonTooManyVoices if the account already knows models.MaxVoices others.
func (s *Service) NameVoice(ctx context.Context, actor models.User, voice models.VoiceID, name string) (models.User, error) {
	name = strings.TrimSpace(norm.NFC.String(name))
	if err := models.CheckName("name", name); err != nil {
		return models.User{}, err
	}
	return s.setVoice(ctx, actor, voice, name)
}

// MarkVoiceAsked records that a voice was asked for its name, so that it is asked only
// once, and returns the actor. Its errors for a new voice are those of NameVoice.
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
	if name == "" { // the family does not see that a voice was asked
		return s.store.Update(ctx, actor.ID, patch)
	}
	return s.show(ctx, actor.ID, patch)
}

// MarkListened records that the actor has now listened to the list.
func (s *Service) MarkListened(ctx context.Context, actor models.User) error {
	now := s.now()
	_, err := s.store.Update(ctx, actor.ID, Patch{LastReadAt: &now, At: now})
	return err
}

// RecordDeletion records the memos that the actor is about to put into the trash by
// voice, at most maxDeletion, so that a later session can undo the deletion. Without
// refs it clears the last record.
func (s *Service) RecordDeletion(ctx context.Context, actor models.User, refs []models.MemoRef) error {
	d, now := models.Deletion{}, s.now()
	if len(refs) > 0 {
		d = models.Deletion{At: now, Refs: refs[:min(len(refs), maxDeletion)]}
	}
	_, err := s.store.Update(ctx, actor.ID, Patch{LastDeletion: &d, At: now})
	return err
}

// MarkTold clears the actor's Notice, which was announced.
func (s *Service) MarkTold(ctx context.Context, actor models.User) error {
	var none models.Notice
	_, err := s.store.Update(ctx, actor.ID, Patch{Notice: &none, At: s.now()})
	return err
}
