package family

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// ValidName returns a name without hidden characters (models.DropHidden) and surrounding
// spaces, in normal form C. It returns
// CodeInvalid if models.CheckName refuses the name.
func ValidName(name string) (string, error) {
	name = tidyName(name)
	if err := models.CheckName("name", name); err != nil {
		return "", err
	}
	return name, nil
}

func tidyName(name string) string {
	return strings.TrimSpace(norm.NFC.String(models.DropHidden(name)))
}

// NameVoice sets the name of a voice that the actor's Echo recognises, and returns the
// actor. It returns CodeInvalid if voice is "" or models.CheckName refuses the name, and
// Conflict/ReasonTooManyVoices if the account already knows models.MaxVoices others.
func (s *Service) NameVoice(ctx context.Context, actor models.User, voice models.VoiceID, name string) (models.User, error) {
	name, err := ValidName(name)
	if err != nil {
		return models.User{}, err
	}
	return s.setVoice(ctx, actor, voice, name)
}

// MarkVoiceAsked records that a voice was asked for its name, so that it is asked only
// once, and returns the actor. Its errors for a new voice are those of NameVoice.
func (s *Service) MarkVoiceAsked(ctx context.Context, actor models.User, voice models.VoiceID) (models.User, error) {
	if _, known := actor.Skill.Voices[voice]; known {
		return actor, nil
	}
	return s.setVoice(ctx, actor, voice, "")
}

func (s *Service) setVoice(ctx context.Context, actor models.User, voice models.VoiceID, name string) (models.User, error) {
	if voice == "" {
		return models.User{}, models.Invalid("voice", models.ReasonEmpty)
	}
	if _, known := actor.Skill.Voices[voice]; !known && len(actor.Skill.Voices) >= models.MaxVoices {
		return models.User{}, models.Conflict(models.ReasonTooManyVoices)
	}
	patch := Patch{Voices: map[models.VoiceID]string{voice: name}, At: s.now()}
	if name == "" { // the family does not see that a voice was asked
		return s.store.Update(ctx, actor.ID, patch)
	}
	return s.show(ctx, actor.ID, patch)
}

// UnnameVoice removes the name of a voice. The voice stays known, so that it is not asked
// for its name again. A voice that the actor's Echo does not know stays unknown.
func (s *Service) UnnameVoice(ctx context.Context, actor models.User, voice models.VoiceID) error {
	if _, known := actor.Skill.Voices[voice]; !known {
		return nil
	}
	_, err := s.show(ctx, actor.ID, Patch{Unnamed: voice, At: s.now()})
	return err
}

// MarkListened records that the actor and the speaker's voice have now heard every memo added up
// to at, and that the speaker's device has read them aloud. Of a person, for whom an Echo
// speaks, another voice is not the actor's. It keeps the times of the voices that the account
// knows, and the models.MaxDevices latest of all others.
func (s *Service) MarkListened(ctx context.Context, actor models.User, by models.Speaker, at time.Time) error {
	at = at.UTC().Truncate(time.Millisecond)
	patch := Patch{At: s.now(), Heard: map[models.VoiceMark]time.Time{}}
	if at.After(actor.Skill.LastReadAt) && (by.Voice == "" || actor.Source == models.SourceAlexa) {
		patch.LastReadAt = &at
	}
	others := maps.Clone(actor.Skill.Heard)
	for voice := range actor.Skill.Voices {
		delete(others, voice.Mark(actor.ID))
	}
	for _, mark := range []models.VoiceMark{by.Voice.Mark(actor.ID), by.Device.Mark(actor.ID)} {
		if mark == "" || !at.After(actor.Skill.Heard[mark]) {
			continue
		}
		patch.Heard[mark] = at
		if _, known := actor.Marked(mark); known {
			continue
		}
		for _, old := range surplus(others, mark, models.MaxDevices, func(at time.Time) time.Time { return at }) {
			patch.Heard[old] = time.Time{}
		}
	}
	if patch.LastReadAt == nil && len(patch.Heard) == 0 {
		return nil
	}
	_, err := s.store.Update(ctx, actor.ID, patch)
	return err
}

// MarkGreeted records that the skill has said once more how to leave a memo. It counts to
// models.Greetings.
func (s *Service) MarkGreeted(ctx context.Context, actor models.User) error {
	n := actor.Skill.Greeted + 1
	if n > models.Greetings {
		return nil
	}
	_, err := s.store.Update(ctx, actor.ID, Patch{Greeted: &n, At: s.now()})
	return err
}

// RecordAct records what a voice does now, in place of what it did before. With the kind
// ActNone it records only the time, before which nothing can be undone. It does the same
// for an act with more than models.MaxActRefs memos. It removes acts that can no longer
// be undone, and all but the models.MaxActs latest.
func (s *Service) RecordAct(ctx context.Context, actor models.User, voice models.VoiceID, a models.Act) error {
	if len(a.Refs) > models.MaxActRefs {
		a = models.Act{}
	}
	a.At = s.now()
	mark := voice.Mark(actor.ID)
	patch := Patch{Acts: map[models.VoiceMark]models.Act{mark: a}, At: a.At}
	for _, old := range surplus(actor.Skill.Acts, mark, models.MaxActs, func(a models.Act) time.Time { return a.At }) {
		patch.Acts[old] = models.Act{}
	}
	for old, act := range actor.Skill.Acts {
		if old != mark && !act.At.Add(models.UndoFor).After(a.At) {
			patch.Acts[old] = models.Act{}
		}
	}
	_, err := s.store.Update(ctx, actor.ID, patch)
	return err
}

// ForgetAct removes an act that was recorded but did not happen: the voice's last act is
// again that of actor, which was read before.
func (s *Service) ForgetAct(ctx context.Context, actor models.User, voice models.VoiceID) error {
	mark := voice.Mark(actor.ID)
	_, err := s.store.Update(ctx, actor.ID, Patch{Acts: map[models.VoiceMark]models.Act{mark: actor.Skill.Acts[mark]}, At: s.now()})
	return err
}

// surplus lists the keys of the oldest entries that must go if m gets an entry with the
// key added and may have limit entries.
func surplus[V any](m map[models.VoiceMark]V, added models.VoiceMark, limit int, at func(V) time.Time) []models.VoiceMark {
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(m)), func(k models.VoiceMark) bool { return k == added })
	slices.SortStableFunc(keys, func(a, b models.VoiceMark) int { return at(m[a]).Compare(at(m[b])) })
	return keys[:max(0, len(keys)+1-limit)]
}

// MarkTold clears the actor's Notice, which was announced.
func (s *Service) MarkTold(ctx context.Context, actor models.User) error {
	var none models.Notice
	_, err := s.store.Update(ctx, actor.ID, Patch{Notice: &none, At: s.now()})
	return err
}
