package cfn

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// shape says what Ref and Fn::GetAtt return for a type of resource.
type shape struct {
	property string // the property with its name; "": CloudFormation makes the name
	arn      string // the part after "arn:aws:", with {R} for the region, {A} the account and {N} the name; "": no ARN
	ref      refKind
}

type refKind int

const (
	refName refKind = iota // Ref returns the name
	refARN                 // Ref returns the ARN
	refID                  // Ref returns an id in lower case
)

// shapes lists the types that a template may have.
// Source: the page of each type, section "Return values".
var shapes = map[string]shape{
	"AWS::ApiGatewayV2::Api":          {ref: refID},
	"AWS::ApiGatewayV2::Integration":  {ref: refID},
	"AWS::ApiGatewayV2::Route":        {ref: refID},
	"AWS::ApiGatewayV2::Stage":        {property: "StageName"},
	"AWS::CloudWatch::Alarm":          {property: "AlarmName", arn: "cloudwatch:{R}:{A}:alarm:{N}"},
	"AWS::CloudWatch::Dashboard":      {property: "DashboardName"},
	"AWS::DynamoDB::Table":            {property: "TableName", arn: "dynamodb:{R}:{A}:table/{N}"},
	"AWS::IAM::Role":                  {property: "RoleName", arn: "iam::{A}:role/{N}"},
	"AWS::Lambda::EventSourceMapping": {ref: refID},
	"AWS::Lambda::Permission":         {ref: refID},
	"AWS::Logs::LogGroup":             {property: "LogGroupName", arn: "logs:{R}:{A}:log-group:{N}:*"},
	"AWS::SNS::Subscription":          {arn: "sns:{R}:{A}:{N}", ref: refARN},
	"AWS::SNS::Topic":                 {property: "TopicName", arn: "sns:{R}:{A}:{N}", ref: refARN},
	"AWS::SQS::Queue":                 {property: "QueueName", arn: "sqs:{R}:{A}:{N}"},
	"AWS::Scheduler::Schedule":        {property: "Name", arn: "scheduler:{R}:{A}:schedule/default/{N}"},
	"AWS::SecretsManager::Secret":     {property: "Name", arn: "secretsmanager:{R}:{A}:secret:{N}-AbCdEf", ref: refARN},
	"AWS::Serverless::Function":       {property: "FunctionName", arn: "lambda:{R}:{A}:function:{N}"},
}

// A placeholder account that no template would contain.
const (
	account   = "101010101010"
	partition = "aws"
	region    = "xx-there-1"
)

// pseudo returns the value of a pseudo parameter.
func (e *evaluator) pseudo(name string) (any, bool) {
	switch name {
	case "AWS::AccountId":
		return account, true
	case "AWS::Partition":
		return partition, true
	case "AWS::Region":
		return region, true
	case "AWS::URLSuffix":
		return "amazonaws.com", true
	case "AWS::StackName":
		return e.stack(), true
	case "AWS::NoValue":
		return nothing{}, true
	}
	return nil, false
}

func (e *evaluator) stack() string { return "voicememo-" + e.template.Parameters["Environment"].Value }

// ref evaluates Ref.
func (e *evaluator) ref(name string) (any, error) {
	if v, ok := e.pseudo(name); ok {
		return v, nil
	}
	if v, ok := e.template.Parameters[name]; ok {
		return v.Value, nil
	}
	if err := e.refer(name); err != nil {
		return nil, err
	}
	r, err := e.identify(name)
	switch {
	case err != nil:
		return nil, err
	case r.ref == refID:
		return strings.ToLower(name), nil
	case r.ref == refARN:
		return r.fullName(), nil
	default:
		return r.name, nil
	}
}

// attribute evaluates Fn::GetAtt. This package knows the attribute Arn, the StreamArn of a
// table that has a stream, and the QueueName of a queue.
func (e *evaluator) attribute(id, name string) (any, error) {
	if err := e.refer(id); err != nil {
		return nil, err
	}
	r, err := e.identify(id)
	if err != nil {
		return nil, err
	}
	switch {
	case name == "Arn" && r.arn != "":
		return r.fullName(), nil
	case name == "StreamArn" && r.streams:
		return r.fullName() + "/stream/2026-01-01T00:00:00.000", nil
	case name == "QueueName" && r.property == "QueueName":
		return r.name, nil
	}
	return nil, fmt.Errorf(": %s has no attribute %q", id, name)
}

// fullName returns a resource's ARN.
func (r identity) fullName() string {
	return "arn:" + partition + ":" + strings.NewReplacer("{R}", region, "{A}", account, "{N}", r.name).Replace(r.arn)
}

// refer records that the resource being read depends on another one.
func (e *evaluator) refer(id string) error {
	if _, ok := e.bodies[id]; !ok {
		return fmt.Errorf(": there is no %q", id)
	}
	if e.within != "" && !slices.Contains(e.references[e.within], id) {
		e.references[e.within] = append(e.references[e.within], id)
	}
	return nil
}

// identity is a resource's shape and name.
type identity struct {
	shape
	name    string
	streams bool // it is a table with a stream
}

// identify returns a resource's identity, which is read once.
func (e *evaluator) identify(id string) (identity, error) {
	if known, ok := e.identities[id]; ok {
		return known, nil
	}
	found, err := e.identityOf(id)
	if err == nil {
		e.identities[id] = found
	}
	return found, err
}

func (e *evaluator) identityOf(id string) (identity, error) {
	body := slices.Clone(e.bodies[id])
	kind, err := e.text(body.take("Type"))
	if err != nil {
		return identity{}, err
	}
	s, known := shapes[kind]
	if !known {
		return identity{}, fmt.Errorf(": %s is of a type that this package does not know", id)
	}
	properties, err := fieldsOf(body.take("Properties"))
	if err != nil {
		return identity{}, err
	}
	own, streams := e.stack()+"-"+id, properties.take("StreamSpecification") != nil
	if n := properties.take(s.property); n != nil {
		own, err = e.nameOf(id, n)
	}
	return identity{s, own, streams}, err
}

// nameOf evaluates a resource's name; references in it count as those of that resource.
func (e *evaluator) nameOf(id string, n *yaml.Node) (string, error) {
	if slices.Contains(e.naming, id) {
		return "", fmt.Errorf(": the name of %s depends on itself", id)
	}
	within := e.within
	e.naming, e.within = append(e.naming, id), id
	defer func() { e.naming, e.within = e.naming[:len(e.naming)-1], within }()
	return e.text(n)
}
