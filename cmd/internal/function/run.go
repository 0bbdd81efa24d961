package function

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/lambda"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/cmd/internal/version"
)

// Build returns the handler of a function's events, configured by getenv. An error names
// the variable that is wrong.
type Build func(ctx context.Context, getenv func(string) string, sink *emf.Sink) (lambda.Handler, error)

// Run starts a function and does not return. It writes one line with the
// version to the log; on a wrong configuration the line names it, and the exit status is 2.
func Run(build Build) {
	sink := emf.New(os.Stdout, os.Getenv("VOICEMEMO_ENVIRONMENT"))
	h, err := build(context.Background(), os.Getenv, sink)
	if err != nil {
		sink.Logger().Error("start", "version", version.String(), "error", err.Error())
		os.Exit(2)
	}
	sink.Logger().Info("start", "version", version.String())
	lambda.Start(h)
}

// Environment returns the environment, which is part of the tables' names. The error names
// its variable.
func Environment(getenv func(string) string) (string, error) {
	environment := getenv("VOICEMEMO_ENVIRONMENT")
	if !slices.Contains([]string{"dev", "stg", "prod"}, environment) {
		return "", fmt.Errorf("VOICEMEMO_ENVIRONMENT is %q; it must be dev, stg or prod", environment)
	}
	return environment, nil
}

// List splits the value of a variable at commas, and drops empty entries.
func List(value string) []string {
	var list []string
	for _, entry := range strings.Split(value, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			list = append(list, entry)
		}
	}
	return list
}
