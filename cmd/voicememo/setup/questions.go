package setup

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"voicememo/cmd/voicememo/internal/cli"
)

// secretFlag is the flag of the question for the secret.
const secretFlag = "oidc-client-secret-file" //nolint:gosec // the name of a flag

// question is a question of setup, or with asked == nil only a flag.
type question struct {
	flag    string
	answer  func(*answers) *string
	check   func(a answers, text string) (value, problem string) // the answer as it is kept, or a sentence
	asked   func(answers) bool                                   // whether the answer matters
	before  func(answers) string                                 // printed before the prompt
	prompt  string
	suggest string
}

// questions returns all questions in their order.
func (s *setup) questions() []question {
	w := s.words
	always := func(answers) bool { return true }
	text := func(text string) func(answers) string { return func(answers) string { return text } }
	return []question{
		{"address", func(a *answers) *string { return &a.address }, w.checkAddress, always, text(w.aboutAddress), w.address, ""},
		{"https", func(a *answers) *string { return &a.https }, w.checkHTTPS, always, text(w.aboutHTTPS), w.https, self},
		{"oidc-issuer", func(a *answers) *string { return &a.issuer }, w.checkIssuer, nil, nil, "", ""},
		{"oidc-client-id", func(a *answers) *string { return &a.clientID }, w.checkClientID, always, w.aboutClient, w.clientID, ""},
		{secretFlag, func(a *answers) *string { return &a.secret }, w.checkSecret, always, text(""), w.secret, ""},
		{"signup", func(a *answers) *string { return &a.signup }, w.checkSignup, always, text(w.aboutSignup), w.signup, allowList},
		{"signup-allow", func(a *answers) *string { return &a.allow }, w.checkAllow, func(a answers) bool { return a.signup == allowList }, text(""), w.allow, ""},
		{"operator", func(a *answers) *string { return &a.operator }, w.checkOperator, nil, nil, "", ""},
		{"alexa-skill-id", func(a *answers) *string { return &a.skills }, w.checkSkills, nil, nil, "", ""},
	}
}

// known reports whether a question has an answer or needs none.
func (q question) known(a answers) bool {
	return q.asked == nil || !q.asked(a) || *q.answer(&a) != "" || q.flag == secretFlag && (a.hasSecret || !a.isGoogle())
}

// askAll asks for the answers that are not known yet, and without flags for all. Without
// a terminal, missing answers are an error.
func (s *setup) askAll(ctx context.Context) error {
	if !cli.IsTyped(s.Terminal) {
		return s.missing()
	}
	in, greeted := bufio.NewReader(cli.Interruptible(ctx, s.In)), false
	for _, q := range s.questions() {
		if q.asked == nil || !q.asked(s.answers) || s.given[q.flag] || len(s.given) > 0 && q.known(s.answers) {
			continue
		}
		if !greeted {
			_, _ = fmt.Fprintf(s.Err, s.words.intro+"\n", s.path)
			greeted = true
		}
		err := s.ask(ctx, q, in)
		if ctx.Err() != nil || err != nil {
			return errors.New(s.words.interrupted)
		}
	}
	return nil
}

// missing returns an error that names the flags that are needed; nil: none.
func (s *setup) missing() error {
	var flags []string
	for _, q := range s.questions() {
		if !q.known(s.answers) {
			flags = append(flags, "--"+q.flag)
		}
	}
	if len(flags) == 0 {
		return nil
	}
	return cli.WrongUse("%s: %s", strings.Join(flags, ", "), s.words.missing)
}

// ask asks a question until the answer is right. The error is that of reading.
func (s *setup) ask(ctx context.Context, q question, in *bufio.Reader) error {
	if before := q.before(s.answers); before != "" {
		_, _ = fmt.Fprintf(s.Err, "\n%s\n", before)
	}
	for {
		present := cmp.Or(*q.answer(&s.answers), q.suggest)
		line, err := s.line(ctx, q, present, in)
		if err != nil {
			return err
		}
		if line == "" && q.known(s.answers) && present == "" {
			return nil // the present secret, or none
		}
		value, problem := q.check(s.answers, cmp.Or(line, present))
		if problem == "" {
			*q.answer(&s.answers) = value
			return nil
		}
		_, _ = fmt.Fprintln(s.Err, "  "+problem)
	}
}

// line reads an answer, and shows the present one, except a secret.
func (s *setup) line(ctx context.Context, q question, present string, in *bufio.Reader) (string, error) {
	if q.flag == secretFlag {
		prompt := q.prompt
		switch {
		case s.answers.hasSecret:
			prompt = s.words.secretKept
		case !s.answers.isGoogle():
			prompt = s.words.secretNone
		}
		line, err := cli.ReadSecret(ctx, s.Terminal, false, prompt+": ")
		return strings.TrimSpace(line), err
	}
	if present != "" {
		present = " [" + strings.TrimPrefix(present, "https://") + "]"
	}
	_, _ = fmt.Fprint(s.Err, q.prompt+present+": ")
	line, err := in.ReadString('\n')
	if err != nil {
		_, _ = fmt.Fprintln(s.Err)
	}
	return strings.TrimSpace(line), err
}
