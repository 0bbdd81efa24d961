package talk

import (
	"context"
	"slices"
	"strings"

	"voicememo/skill/talk"
)

// slashCommand is an action on the Echo instead of words said to it. Only a touch of the
// screen is sent to the skill.
type slashCommand struct {
	usage, help string
	run         func(ctx context.Context, e *echo, argument string) error
}

func slashCommands() []slashCommand {
	return []slashCommand{
		{"/voice [NAME]", "the person whose voice the Echo recognises from now on; without a name, no voice", setVoice},
		{"/user ID", "speak to the Echo of another Alexa account", setUser},
		{"/locale [LOCALE]", "the Echo's language; without one, that of the words typed", setLocale},
		{"/screen on|off", "whether the Echo has a screen", setScreen},
		{"/touch NAME", "touch what is on the screen, such as: /touch delete 2", touch},
		{"/state on|off", "after each answer, what the session remembers", func(_ context.Context, e *echo, on string) error {
			return e.toggle(&e.command.State, on)
		}},
		{"/json on|off", "the request and the response of each turn", func(_ context.Context, e *echo, on string) error {
			return e.toggle(&e.command.JSON, on)
		}},
		{"/help", "this list", help},
		{"/quit", "the end, as Ctrl-D", nil},
	}
}

// slash runs the command of a line that begins with a slash, and reports whether the
// conversation is over.
func (e *echo) slash(ctx context.Context, line string) (quit bool, err error) {
	word, argument, _ := strings.Cut(line, " ")
	for _, c := range slashCommands() {
		if name, _, _ := strings.Cut(c.usage, " "); name != word {
			continue
		}
		if c.run == nil {
			return true, nil
		}
		return false, c.run(ctx, e, strings.TrimSpace(argument))
	}
	e.wrong("there is no command " + word + "; /help lists the commands")
	return false, nil
}

func help(_ context.Context, e *echo, _ string) error {
	for _, c := range slashCommands() {
		e.print("  " + c.usage + strings.Repeat(" ", max(1, 18-len(c.usage))) + c.help)
	}
	e.print("  # begins a comment. Alexa: ... is compared with the last answer; a * in it matches anything.")
	e.print("  {code} in your words stands for the invite code shown last.")
	return nil
}

func setVoice(_ context.Context, e *echo, name string) error {
	e.command.Voice = name
	if e.talk != nil {
		e.talk.PersonID = talk.VoiceID(name)
	}
	return nil
}

// setUser changes the Alexa account, and ends the session of the previous one.
func setUser(ctx context.Context, e *echo, id string) error {
	if id == "" {
		e.wrong("/user needs an id")
		return nil
	}
	e.command.User = id
	return e.end(ctx)
}

func setLocale(ctx context.Context, e *echo, locale string) error {
	if locale != "" && !slices.Contains(talk.Locales(), locale) {
		e.wrong("the languages are " + strings.Join(talk.Locales(), ", "))
		return nil
	}
	e.command.Locale = locale
	return e.end(ctx)
}

func setScreen(_ context.Context, e *echo, on string) error {
	err := e.toggle(&e.command.Screen, on)
	if e.talk != nil {
		e.talk.Screen = e.command.Screen
	}
	return err
}

func (e *echo) toggle(flag *bool, on string) error {
	switch on {
	case "on", "off":
		*flag = on == "on"
	default:
		e.wrong("on or off")
	}
	return nil
}

// touch sends a touch of the screen to the skill.
func touch(ctx context.Context, e *echo, name string) error {
	var shown *talk.Screen
	if e.talk != nil {
		shown = e.talk.Shown()
	}
	target, err := shown.Find(name)
	if err != nil {
		e.wrong(err.Error())
		return nil
	}
	answer, err := e.talk.Touch(ctx, target)
	if err != nil {
		return err
	}
	e.show(answer)
	return nil
}
