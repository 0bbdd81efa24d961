package main

import "math"

// Quotas of AWS, with their sources.
const (
	partitionWrites   = 1000.0  // WCU a second of one partition
	partitionReads    = 3000.0  // RCU a second of one partition
	newTableWrites    = 4000.0  // WCU a second that a new on-demand table serves
	newTableReads     = 12000.0 // likewise RCU
	tableUnits        = 40000.0 // RCU or WCU a second of one table, by default
	itemBytes         = 400 * 1024.0
	partitionGB       = 10.0
	lambdaAtOnce      = 1000.0
	newAccountAtOnce  = 10.0
	httpPerSecond     = 10000.0
	socketsPerSecond  = 500.0
	scheduledSeconds  = 30.0 // the web function's timeout
	runsPerDay        = 288.0
	admittingAtOnce   = 10.0    // maxAdmitting in invite/limits.go
	inviteSeconds     = 300.0   // models.InviteLifetime
	fourDigits        = 10000.0 // codes
	sampledMemos      = 64.0    // sampled in infra/dynamo/memos_count.go
	familyIDBytes     = 36.0
	secondsOfDay      = 86400.0
	notedMinutes      = 5.0 // until the schedule finds a note
	dueDays           = 30.0
	accountBytes      = 180.0 // of an Alexa account's id
	partitionsDoc     = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html"
	onDemandDoc       = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html"
	dynamoQuotasDoc   = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html"
	lambdaScalingDoc  = "https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html"
	httpQuotasDoc     = "https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html"
	socketQuotasDoc   = "https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html"
	streamsPricingDoc = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CostOptimization_StreamsUsage.html"
)

// limit is one limit and how much of it n families use at the peak.
type limit struct {
	name   string
	quota  string
	source string
	share  func(n float64) float64 // of the limit: 1 reaches it
	done   string                  // what is done, or to be done, about it
}

// reached returns the number of families at which a limit is reached, to two figures.
func (l limit) reached() float64 {
	low, high := 0.0, 12.0 // powers of ten
	for range 60 {
		if mid := (low + high) / 2; l.share(math.Pow(10, mid)) >= 1 {
			high = mid
		} else {
			low = mid
		}
	}
	n := math.Pow(10, high)
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return math.Round(n/unit) * unit
}
