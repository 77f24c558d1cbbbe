package main

import (
	"context"
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// responsesFlows is what OpenAI's client does by the Responses API.
func responsesFlows(options []option.RequestOption) map[string]flow {
	ctx := context.Background()
	client := openai.NewClient(append(options[:len(options):len(options)], option.WithMaxRetries(0))...)
	asked := func(model string, items ...responses.ResponseInputItemUnionParam) responses.ResponseNewParams {
		return responses.ResponseNewParams{
			Model: model, Store: openai.Bool(false),
			Input: responses.ResponseNewParamsInputUnion{OfInputItemList: items},
		}
	}
	said := func(text string) responses.ResponseInputItemUnionParam {
		return responses.ResponseInputItemParamOfMessage(text, responses.EasyInputMessageRoleUser)
	}
	about := func(model string, part responses.ResponseInputContentUnionParam) (seen, error) {
		parts := responses.ResponseInputMessageContentListParam{responses.ResponseInputContentParamOfInputText(question), part}
		message := responses.ResponseInputItemParamOfMessage(parts, responses.EasyInputMessageRoleUser)
		answer, err := client.Responses.New(ctx, asked(model, message))
		if err != nil {
			return nil, worded(err)
		}
		return seen{"text": answer.OutputText()}, nil
	}
	return map[string]flow{
		"responses": func(model string) (seen, error) {
			answer, err := client.Responses.New(ctx, asked(model, said(question)))
			if err != nil {
				return nil, err
			}
			return seen{"text": answer.OutputText()}, nil
		},
		"streamedResponses": func(model string) (seen, error) {
			stream := client.Responses.NewStreaming(ctx, asked(model, said(question)))
			pieces := []string{}
			for stream.Next() {
				if event := stream.Current(); event.Type == "response.output_text.delta" {
					pieces = append(pieces, event.Delta)
				}
			}
			return collected(pieces), stream.Err()
		},
		"responsesTools": func(model string) (seen, error) {
			body := asked(model, said(weather))
			body.Tools = []responses.ToolUnionParam{responses.ToolParamOfFunction("get_weather", parameters, true)}
			return responsesTools(ctx, client, body)
		},
		"responsesStructured": func(model string) (seen, error) {
			body := asked(model, said(question))
			body.Text.Format = responses.ResponseFormatTextConfigParamOfJSONSchema("place", parameters)
			answer, err := client.Responses.New(ctx, body)
			if err != nil {
				return nil, err
			}
			return parsed(answer.OutputText())
		},
		"responsesPicture": func(model string) (seen, error) {
			part := responses.ResponseInputContentParamOfInputImage(responses.ResponseInputImageDetailAuto)
			part.OfInputImage.ImageURL = openai.String("data:image/png;base64," + picture)
			return about(model, part)
		},
		"responsesPage": func(model string) (seen, error) {
			return about(model, responses.ResponseInputContentUnionParam{OfInputFile: &responses.ResponseInputFileParam{
				Filename: openai.String("page.pdf"), FileData: openai.String("data:application/pdf;base64," + page),
			}})
		},
		"leaveResponses": func(model string) (seen, error) {
			stream := client.Responses.NewStreaming(ctx, asked(model, said(question)))
			return seen{"hasLeft": stream.Next()}, stream.Close()
		},
	}
}

func responsesTools(ctx context.Context, client openai.Client, body responses.ResponseNewParams) (seen, error) {
	first, err := client.Responses.New(ctx, body)
	if err != nil {
		return nil, err
	}
	calls, items := []any{}, body.Input.OfInputItemList
	for _, item := range first.Output {
		if item.Type != "function_call" {
			continue
		}
		call := item.AsFunctionCall()
		var given map[string]any
		if err := json.Unmarshal([]byte(call.Arguments), &given); err != nil {
			return nil, err
		}
		calls = append(calls, []any{call.Name, given})
		output := responses.ResponseInputItemParamOfFunctionCallOutput(result)
		output.OfFunctionCallOutput.CallID = openai.String(call.CallID)
		items = append(items, responses.ResponseInputItemParamOfFunctionCall(call.Arguments, call.CallID, call.Name), output)
	}
	body.Input.OfInputItemList = items
	second, err := client.Responses.New(ctx, body)
	if err != nil {
		return nil, err
	}
	return seen{"calls": calls, "text": second.OutputText()}, nil
}
