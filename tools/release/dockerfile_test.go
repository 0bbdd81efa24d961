package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestImageLikeDockerfile: the image of a release runs as the one that the Dockerfile makes.
func TestImageLikeDockerfile(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	_, final, _ := strings.Cut(string(raw), "\nFROM scratch\n")
	c := imageConfig(tree{})
	var ports, volumes []string
	for port := range c.ExposedPorts {
		ports = append(ports, strings.TrimSuffix(port, "/tcp"))
	}
	for volume := range c.Volumes {
		volumes = append(volumes, volume)
	}
	h := c.Healthcheck
	for instruction, words := range map[string][]string{
		"USER": {c.User}, "ENV": c.Env, "EXPOSE": ports, "VOLUME": volumes,
		"ENTRYPOINT": quoted(c.Entrypoint), "CMD": quoted(c.Cmd),
		"HEALTHCHECK": append([]string{"--interval=" + h.Interval.String(), "--timeout=" + h.Timeout.String(), "--start-period=" + h.StartPeriod.String()}, quoted(h.Test[1:])...),
	} {
		line := regexp.MustCompile(`(?m)^` + instruction + ` (.+)$`).FindStringSubmatch(final)
		if line == nil {
			t.Fatalf("the Dockerfile has no %s", instruction)
		}
		for _, word := range words {
			if !strings.Contains(line[1], word) {
				t.Errorf("%s: got %s of the Dockerfile, want %s", instruction, line[1], word)
			}
		}
		if instruction == "ENV" && len(strings.Fields(line[1])) != len(words) {
			t.Errorf("ENV: got %s of the Dockerfile, want %q", line[1], words)
		}
	}
}

// quoted puts words into quotation marks, as a list of JSON has them.
func quoted(words []string) (all []string) {
	for _, word := range words {
		all = append(all, `"`+word+`"`)
	}
	return all
}
