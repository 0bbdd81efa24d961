package functiontest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/must"
)

// checkout returns the folder of this module.
func checkout(t testing.TB) string {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}").Output()
	must.OK(t, err)
	return strings.TrimSpace(string(dir))
}

// moduleTables returns the tables of the modules, as the template defines them.
func moduleTables(t testing.TB, checkout string) (tables []dynamo.Table) {
	t.Helper()
	template, err := cfn.Evaluate(filepath.Join(checkout, "infra", "template.yaml"), Parameters())
	must.OK(t, err)
	core := dynamo.CoreTables()
	for _, r := range template.Resources {
		if r.Type != "AWS::DynamoDB::Table" {
			continue
		}
		table := tableOf(t, r)
		if !slices.ContainsFunc(core, func(c dynamo.Table) bool { return c.Suffix == table.Suffix }) {
			tables = append(tables, table)
		}
	}
	return tables
}

// keys are the keys of a table or an index in a template.
type keys []struct{ AttributeName, KeyType string }

func (k keys) of(kind string) string {
	for _, key := range k {
		if key.KeyType == kind {
			return key.AttributeName
		}
	}
	return ""
}

func tableOf(t testing.TB, r cfn.Resource) dynamo.Table {
	t.Helper()
	var p struct {
		TableName               string
		KeySchema               keys
		TimeToLiveSpecification struct{ AttributeName string }
		GlobalSecondaryIndexes  []struct {
			IndexName  string
			KeySchema  keys
			Projection struct{ ProjectionType string }
		}
	}
	raw, err := json.Marshal(r.Properties)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	must.OK(t, err)
	table := dynamo.Table{
		Suffix: strings.TrimPrefix(p.TableName, expected), Partition: p.KeySchema.of("HASH"), Sort: p.KeySchema.of("RANGE"),
		TTL: p.TimeToLiveSpecification.AttributeName,
	}
	for _, x := range p.GlobalSecondaryIndexes {
		table.Indexes = append(table.Indexes, dynamo.Index{
			Name: x.IndexName, Partition: x.KeySchema.of("HASH"), Sort: x.KeySchema.of("RANGE"), KeysOnly: x.Projection.ProjectionType == "KEYS_ONLY",
		})
	}
	return table
}

// moduleKeys returns the variables with the secrets of the modules.
func moduleKeys(t testing.TB, checkout string) (env []string) {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(checkout, "cmd", "modules.txt"))
	must.OK(t, err)
	for line := range strings.Lines(string(list)) {
		if name := strings.TrimSpace(line); name != "" && !strings.HasPrefix(name, "#") {
			env = append(env, "VOICEMEMO_"+strings.ToUpper(name)+"_KEY=the key of a module in a test, "+name)
		}
	}
	return env
}
