package main

// price is one price of AWS, in US dollars.
type price struct {
	what   string
	unit   string
	dollar float64
	free   float64 // units of unit that are free every month, without an end
	source string
}

// The prices are those of us-east-1, which are also those of us-west-2, from where Alexa
// calls functions for Japan.
const pricesRegion = "us-east-1 (the same in us-west-2)"

// The services whose prices count.
var (
	writeUnits   = price{"DynamoDB write", "million units", 0.625, 0, "https://aws.amazon.com/dynamodb/pricing/on-demand/"}
	readUnits    = price{"DynamoDB read", "million units", 0.125, 0, writeUnits.source}
	storage      = price{"DynamoDB storage", "GB", 0.25, 25, writeUnits.source}
	recovery     = price{"point-in-time recovery", "GB", 0.20, 0, writeUnits.source}
	httpCalls    = price{"HTTP API", "million requests", 1.00, 0, "https://aws.amazon.com/api-gateway/pricing/"}
	lambdaCalls  = price{"Lambda calls", "million", 0.20, 1, "https://aws.amazon.com/lambda/pricing/"}
	lambdaTime   = price{"Lambda time, arm64", "million GB-seconds", 13.3334, 0.4, lambdaCalls.source}
	transferOut  = price{"data transfer to the internet", "GB", 0.09, 100, "https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer"}
	logWritten   = price{"CloudWatch logs, written", "GB", 0.50, 5, "https://aws.amazon.com/cloudwatch/pricing/"}
	logKept      = price{"CloudWatch logs, kept for 90 days", "GB", 0.03, 0, logWritten.source}
	alarmMetrics = price{"alarms", "metric", 0.10, 10, logWritten.source}
	secrets      = price{"Secrets Manager", "secret", 0.40, 0, "https://aws.amazon.com/secrets-manager/pricing/"}
	secretReads  = price{"Secrets Manager, reads", "10,000", 0.05, 0, secrets.source}
	keyRequests  = price{"KMS", "10,000 requests", 0.03, 2, "https://aws.amazon.com/kms/pricing/"}
	scheduled    = price{"EventBridge Scheduler", "million calls", 1.00, 14, "https://aws.amazon.com/eventbridge/pricing/"}
	socketMinute = price{"WebSocket API, connected", "million minutes", 0.25, 0, httpCalls.source}
	socketCalls  = price{"WebSocket API, messages", "million", 1.00, 0, httpCalls.source}
)

// Numbers of the template.
const (
	alarmedMetrics = 32
	secretCount    = 5
	tableCount     = 5
	functionCount  = 3
	logDays        = 90
)

var priceList = []price{
	writeUnits, readUnits, storage, recovery, httpCalls, lambdaCalls, lambdaTime, transferOut, logWritten, logKept,
	alarmMetrics, secrets, secretReads, keyRequests, scheduled, socketMinute, socketCalls,
}

// tier is the price from a number of units on.
type tier struct{ from, dollar float64 }

// tiers are the lower prices of larger amounts.
var tiers = map[string][]tier{
	httpCalls.what:   {{300, 0.90}},
	transferOut.what: {{10e3, 0.085}, {50e3, 0.07}, {150e3, 0.05}},
	logWritten.what:  {{10e3, 0.25}, {30e3, 0.10}, {50e3, 0.05}},
}

// of returns the cost of an amount, without what is free.
func (p price) of(amount float64) float64 { return p.full(max(0, amount-p.free)) }

// full returns the cost of an amount if nothing is free.
func (p price) full(amount float64) (dollars float64) {
	rest := amount
	steps := tiers[p.what]
	for i := len(steps) - 1; i >= 0; i-- {
		if rest > steps[i].from {
			dollars += (rest - steps[i].from) * steps[i].dollar
			rest = steps[i].from
		}
	}
	return dollars + rest*p.dollar
}
