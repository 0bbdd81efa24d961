package function

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/lambda"

	"voicememo/cmd/internal/metrics/emf"
)

// Build makes what answers a function's events, as getenv says. An error names
// the variable that is wrong.
type Build func(ctx context.Context, getenv func(string) string, sink *emf.Sink) (lambda.Handler, error)

// Run starts a function and does not return. A wrong configuration is one line in
// the log and the exit code 2.
func Run(build Build) {
	sink := emf.New(os.Stdout, os.Getenv("VOICEMEMO_ENVIRONMENT"))
	h, err := build(context.Background(), os.Getenv, sink)
	if err != nil {
		sink.Logger().Error("start", "error", err.Error())
		os.Exit(2)
	}
	lambda.Start(h)
}

// Environment gives the word that names the tables. The error names its variable.
func Environment(getenv func(string) string) (string, error) {
	environment := getenv("VOICEMEMO_ENVIRONMENT")
	if !slices.Contains([]string{"dev", "stg", "prod"}, environment) {
		return "", fmt.Errorf("VOICEMEMO_ENVIRONMENT is %q; it must be dev, stg or prod", environment)
	}
	return environment, nil
}

// List reads a variable's value that may name several things, with commas between them.
func List(value string) []string {
	var list []string
	for _, entry := range strings.Split(value, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			list = append(list, entry)
		}
	}
	return list
}
