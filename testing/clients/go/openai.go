package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/azure"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

func openaiOptions(at world) []option.RequestOption {
	return []option.RequestOption{option.WithBaseURL(at.URL + "/v1"), option.WithAPIKey(at.Key)}
}

func azureOptions(at world) []option.RequestOption {
	return []option.RequestOption{
		azure.WithEndpoint(at.URL, "2024-10-21"), azure.WithAPIKey(at.Key), azure.WithUnsafeAllowHTTP(),
	}
}

func openaiFlows(options []option.RequestOption) map[string]flow {
	ctx := context.Background()
	make := func(retries int) openai.Client {
		return openai.NewClient(append(options[:len(options):len(options)], option.WithMaxRetries(retries))...)
	}
	once, asItComes := make(0), make(2)
	asked := func(model string) openai.ChatCompletionNewParams {
		return openai.ChatCompletionNewParams{
			Model:    model,
			Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(question)},
		}
	}
	refusal := func(client openai.Client, model string) (seen, error) {
		_, err := client.Chat.Completions.New(ctx, asked(model))
		var fault *openai.Error
		if !errors.As(err, &fault) {
			return seen{"status": 200}, err
		}
		return told(fault.StatusCode, fault.Message), nil
	}
	about := func(model string, part openai.ChatCompletionContentPartUnionParam) (seen, error) {
		parts := []openai.ChatCompletionContentPartUnionParam{openai.TextContentPart(question), part}
		body := openai.ChatCompletionNewParams{
			Model: model, Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(parts)},
		}
		answer, err := once.Chat.Completions.New(ctx, body)
		if err != nil {
			return nil, worded(err)
		}
		return seen{"text": answer.Choices[0].Message.Content}, nil
	}
	return map[string]flow{
		"chat": func(model string) (seen, error) {
			answer, err := once.Chat.Completions.New(ctx, asked(model))
			if err != nil {
				return nil, err
			}
			return seen{"text": answer.Choices[0].Message.Content}, nil
		},
		"stream": func(model string) (seen, error) {
			stream := once.Chat.Completions.NewStreaming(ctx, asked(model))
			pieces := []string{}
			for stream.Next() {
				if chunk := stream.Current(); len(chunk.Choices) > 0 {
					pieces = append(pieces, chunk.Choices[0].Delta.Content)
				}
			}
			return collected(pieces), stream.Err()
		},
		"tools":         func(model string) (seen, error) { return openaiTools(ctx, once, model, false) },
		"streamedTools": func(model string) (seen, error) { return openaiTools(ctx, once, model, true) },
		"structured": func(model string) (seen, error) {
			body := asked(model)
			body.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
				JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
					Name: "place", Schema: parameters, Strict: openai.Bool(true),
				},
			}
			answer, err := once.Chat.Completions.New(ctx, body)
			if err != nil {
				return nil, err
			}
			return parsed(answer.Choices[0].Message.Content)
		},
		"picture": func(model string) (seen, error) {
			return about(model, openai.ImageContentPart(
				openai.ChatCompletionContentPartImageImageURLParam{URL: "data:image/png;base64," + picture}))
		},
		"page": func(model string) (seen, error) {
			return about(model, openai.FileContentPart(openai.ChatCompletionContentPartFileFileParam{
				Filename: openai.String("page.pdf"), FileData: openai.String("data:application/pdf;base64," + page),
			}))
		},
		// A stream that is closed after its first piece. Whether the call has ended, its upstream knows.
		"leave": func(model string) (seen, error) {
			stream := once.Chat.Completions.NewStreaming(ctx, asked(model))
			return seen{"hasLeft": stream.Next()}, stream.Close()
		},
		"embeddings": func(model string) (seen, error) {
			answer, err := once.Embeddings.New(ctx, openai.EmbeddingNewParams{
				Model: model, Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: inputs},
			})
			if err != nil {
				return nil, worded(err)
			}
			lengths := []int{}
			for _, one := range answer.Data {
				lengths = append(lengths, len(one.Embedding))
			}
			return seen{"lengths": lengths}, nil
		},
		"error":   func(model string) (seen, error) { return refusal(once, model) },
		"retries": func(model string) (seen, error) { return refusal(asItComes, model) },
	}
}

// worded is an error with the words of the answer, which the client's own text leaves out.
func worded(err error) error {
	var fault *openai.Error
	if errors.As(err, &fault) {
		return errors.New(fault.Message)
	}
	return err
}

func openaiTools(ctx context.Context, client openai.Client, model string, isStreamed bool) (seen, error) {
	body := openai.ChatCompletionNewParams{
		Model:    model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(weather)},
		Tools: []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(
			shared.FunctionDefinitionParam{Name: "get_weather", Parameters: parameters})},
	}
	ask := func() (openai.ChatCompletionMessage, error) {
		if !isStreamed {
			answer, err := client.Chat.Completions.New(ctx, body)
			if err != nil {
				return openai.ChatCompletionMessage{}, err
			}
			return answer.Choices[0].Message, nil
		}
		whole := openai.ChatCompletionAccumulator{}
		stream := client.Chat.Completions.NewStreaming(ctx, body)
		for stream.Next() {
			whole.AddChunk(stream.Current())
		}
		if stream.Err() != nil {
			return openai.ChatCompletionMessage{}, stream.Err()
		}
		return whole.Choices[0].Message, nil
	}
	first, err := ask()
	if err != nil {
		return nil, err
	}
	body.Messages = append(body.Messages, first.ToParam())
	calls := []any{}
	for _, call := range first.ToolCalls {
		var given map[string]any
		if err := json.Unmarshal([]byte(call.Function.Arguments), &given); err != nil {
			return nil, err
		}
		calls = append(calls, []any{call.Function.Name, given})
		body.Messages = append(body.Messages, openai.ToolMessage(result, call.ID))
	}
	second, err := ask()
	return seen{"calls": calls, "text": second.Content}, err
}
