// Command reference is the function with which the skill's function is compared: the
// minimal Go function on Lambda that answers from DynamoDB. It makes one query for any
// event, and answers with the number of items.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func main() {
	lambda.Start(reference{client: dynamodb.New(dynamodb.Options{
		Region: os.Getenv("AWS_REGION"), BaseEndpoint: endpoint(),
		Credentials: credentials.NewStaticCredentialsProvider(
			os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("AWS_SESSION_TOKEN")),
	})})
}

func endpoint() *string {
	if url := os.Getenv("AWS_ENDPOINT_URL_DYNAMODB"); url != "" {
		return &url
	}
	return nil
}

type reference struct{ client *dynamodb.Client }

// Invoke reads the newest memos of the family REFERENCE_FAMILY_ID in the table
// REFERENCE_TABLE.
func (r reference) Invoke(ctx context.Context, _ []byte) ([]byte, error) {
	out, err := r.client.Query(ctx, &dynamodb.QueryInput{
		TableName: aws.String(os.Getenv("REFERENCE_TABLE")), IndexName: aws.String("family-timestamp-index"),
		KeyConditionExpression:    aws.String("familyId = :family"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":family": &types.AttributeValueMemberS{Value: os.Getenv("REFERENCE_FAMILY_ID")}},
		ScanIndexForward:          aws.Bool(false), Limit: aws.Int32(6),
	})
	if err != nil {
		log.Print("the query failed")
		return nil, err
	}
	return answer(len(out.Items))
}

type speech struct {
	Type string `json:"type"`
	SSML string `json:"ssml"`
}

type response struct {
	Version  string `json:"version"`
	Response struct {
		Speech speech `json:"outputSpeech"`
		End    bool   `json:"shouldEndSession"`
	} `json:"response"`
}

func answer(memos int) ([]byte, error) {
	r := response{Version: "1.0"}
	r.Response.Speech = speech{"SSML", fmt.Sprintf("<speak>%d memos.</speak>", memos)}
	return json.Marshal(r)
}
