package cfn

import "gopkg.in/yaml.v3"

// Interface lists what a person who deploys a template names: its parameters, with the
// values that they may have and whether they need one, and its outputs.
func Interface(document []byte) (lines []string, err error) {
	var template struct {
		Parameters map[string]struct {
			Default       *string  `yaml:"Default"`
			AllowedValues []string `yaml:"AllowedValues"`
		} `yaml:"Parameters"`
		Outputs map[string]yaml.Node `yaml:"Outputs"`
	}
	if err := yaml.Unmarshal(document, &template); err != nil {
		return nil, err
	}
	for name, p := range template.Parameters {
		line := "parameter " + name
		for _, value := range p.AllowedValues {
			lines = append(lines, line+"="+value)
		}
		if p.Default == nil {
			line += ", required"
		}
		lines = append(lines, line)
	}
	for name := range template.Outputs {
		lines = append(lines, "output "+name)
	}
	return lines, nil
}
