package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"voicememo/family"
	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
)

// What the functions find: families that have used them for a while.
const (
	environment = "dev"
	speaker     = "amzn1.ask.account.BENCHMARK"
	application = "amzn1.ask.skill.benchmark"
	memos       = 100
)

// world is what stands around the functions: tables and secrets behind TLS.
type world struct {
	work     string
	endpoint string // https
	ca       []byte // PEM of the root above the endpoint's certificate
	family   models.FamilyID
	session  session
	close    func()
}

func newWorld(ctx context.Context, work string) (*world, error) {
	engine, stop, err := localengine.Start(ctx)
	if err != nil {
		return nil, err
	}
	front, err := newTerminator(engine)
	if err != nil {
		stop()
		return nil, err
	}
	w := &world{work: work, endpoint: front.url, ca: front.ca, close: func() { front.close(); stop() }}
	if err := w.fill(ctx, engine, front.secrets); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// fill makes the tables and two families of one: an Echo's, and that of somebody
// who has signed in on the page. Each has as many memos.
func (w *world) fill(ctx context.Context, engine string, secrets map[string]string) error {
	client := localengine.Client(engine)
	if err := dynamo.CreateTables(ctx, client, environment); err != nil {
		return err
	}
	db := dynamo.Open(client, environment)
	families := family.NewService(db.Families(), db.Memos())
	person, err := families.Ensure(ctx, models.Profile{ID: speaker, Name: "エコー", Source: models.SourceAlexa})
	if err != nil {
		return err
	}
	w.family = person.FamilyID
	if w.session, err = signIn(ctx, families, secrets); err != nil {
		return err
	}
	reader, err := families.Person(ctx, w.session.user)
	if err != nil {
		return err
	}
	service := memo.NewService(db.Memos(), families)
	earlier := time.Now().Add(-time.Hour)
	service.Now = func() time.Time { return earlier }
	for i := range memos {
		content := fmt.Sprintf("牛乳とパンを%d個買って帰る", i+1)
		for _, author := range []models.User{person, reader} {
			if _, _, err := service.Add(ctx, author, memo.Draft{Content: content, Key: memo.Key(content)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// environ points a function at the tables.
func (w *world) environ() []string {
	return append(append(localengine.Environ(w.endpoint), w.session.environ()...),
		"AWS_ENDPOINT_URL_SECRETS_MANAGER="+w.endpoint,
		"VOICEMEMO_ENVIRONMENT="+environment, "VOICEMEMO_ALEXA_SKILL_ID="+application,
		"REFERENCE_TABLE="+dynamo.TablesOf(environment).Memos, "REFERENCE_FAMILY_ID="+string(w.family))
}

// trusting writes certificates into a file of its own and gives the variables
// that make crypto/x509 trust them and no others.
func (w *world) trusting(name string, certificates []byte) ([]string, error) {
	file, empty := filepath.Join(w.work, name+".pem"), filepath.Join(w.work, "no-certificates")
	if err := os.WriteFile(file, certificates, 0o600); err != nil {
		return nil, err
	}
	return []string{"SSL_CERT_FILE=" + file, "SSL_CERT_DIR=" + empty}, os.MkdirAll(empty, 0o750)
}
