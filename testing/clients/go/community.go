package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	community "github.com/sashabaranov/go-openai"
)

func communityConfig(at world) community.ClientConfig {
	config := community.DefaultConfig(at.Key)
	config.BaseURL = at.URL + "/v1"
	return config
}

func communityAzureConfig(at world) community.ClientConfig {
	config := community.DefaultAzureConfig(at.Key, at.URL)
	config.APIVersion = "2024-10-21"
	// Its own function takes the colons out of a name.
	config.AzureModelMapperFunc = func(model string) string { return model }
	return config
}

// communityFlows is what the client does that most programs in Go used before OpenAI had one.
func communityFlows(config community.ClientConfig) map[string]flow {
	ctx := context.Background()
	client := community.NewClientWithConfig(config)
	asked := func(model string) community.ChatCompletionRequest {
		message := community.ChatCompletionMessage{Role: community.ChatMessageRoleUser, Content: question}
		return community.ChatCompletionRequest{Model: model, Messages: []community.ChatCompletionMessage{message}}
	}
	textOf := func(body community.ChatCompletionRequest) (string, error) {
		answer, err := client.CreateChatCompletion(ctx, body)
		if err != nil {
			return "", err
		}
		return answer.Choices[0].Message.Content, nil
	}
	return map[string]flow{
		"chat": func(model string) (seen, error) {
			text, err := textOf(asked(model))
			return seen{"text": text}, err
		},
		"stream": func(model string) (seen, error) {
			pieces := []string{}
			err := communityStream(ctx, client, asked(model), func(delta community.ChatCompletionStreamChoiceDelta) {
				pieces = append(pieces, delta.Content)
			})
			return collected(pieces), err
		},
		"tools":         func(model string) (seen, error) { return communityTools(ctx, client, model, false) },
		"streamedTools": func(model string) (seen, error) { return communityTools(ctx, client, model, true) },
		"structured": func(model string) (seen, error) {
			schema, err := json.Marshal(parameters)
			if err != nil {
				return nil, err
			}
			body := asked(model)
			body.ResponseFormat = &community.ChatCompletionResponseFormat{
				Type: community.ChatCompletionResponseFormatTypeJSONSchema,
				JSONSchema: &community.ChatCompletionResponseFormatJSONSchema{
					Name: "place", Schema: json.RawMessage(schema), Strict: true,
				},
			}
			text, err := textOf(body)
			if err != nil {
				return nil, err
			}
			return parsed(text)
		},
		"picture": func(model string) (seen, error) {
			body := asked(model)
			body.Messages = []community.ChatCompletionMessage{{
				Role: community.ChatMessageRoleUser,
				MultiContent: []community.ChatMessagePart{
					{Type: community.ChatMessagePartTypeText, Text: question},
					{Type: community.ChatMessagePartTypeImageURL, ImageURL: &community.ChatMessageImageURL{
						URL: "data:image/png;base64," + picture,
					}},
				},
			}}
			text, err := textOf(body)
			return seen{"text": text}, err
		},
		"leave": func(model string) (seen, error) {
			stream, err := client.CreateChatCompletionStream(ctx, asked(model))
			if err != nil {
				return nil, err
			}
			_, err = stream.Recv()
			return seen{"hasLeft": err == nil}, stream.Close()
		},
		"embeddings": func(model string) (seen, error) {
			answer, err := client.CreateEmbeddings(ctx, community.EmbeddingRequestStrings{
				Model: community.EmbeddingModel(model), Input: inputs,
			})
			if err != nil {
				return nil, err
			}
			lengths := []int{}
			for _, one := range answer.Data {
				lengths = append(lengths, len(one.Embedding))
			}
			return seen{"lengths": lengths}, nil
		},
		"error": func(model string) (seen, error) {
			_, err := client.CreateChatCompletion(ctx, asked(model))
			var fault *community.APIError
			if !errors.As(err, &fault) {
				return seen{"status": 200}, err
			}
			return told(fault.HTTPStatusCode, fault.Message), nil
		},
	}
}

func communityStream(
	ctx context.Context,
	client *community.Client,
	body community.ChatCompletionRequest,
	take func(community.ChatCompletionStreamChoiceDelta),
) error {
	stream, err := client.CreateChatCompletionStream(ctx, body)
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, choice := range chunk.Choices {
			take(choice.Delta)
		}
	}
}

// joined adds a piece of a streamed message to what came before it. The client leaves this to its caller.
func joined(whole *community.ChatCompletionMessage, delta community.ChatCompletionStreamChoiceDelta) {
	whole.Content += delta.Content
	for _, piece := range delta.ToolCalls {
		if *piece.Index == len(whole.ToolCalls) {
			whole.ToolCalls = append(whole.ToolCalls, community.ToolCall{ID: piece.ID, Type: piece.Type})
		}
		function := &whole.ToolCalls[*piece.Index].Function
		function.Name += piece.Function.Name
		function.Arguments += piece.Function.Arguments
	}
}

func communityTools(ctx context.Context, client *community.Client, model string, isStreamed bool) (seen, error) {
	body := community.ChatCompletionRequest{
		Model:    model,
		Messages: []community.ChatCompletionMessage{{Role: community.ChatMessageRoleUser, Content: weather}},
		Tools: []community.Tool{{
			Type:     community.ToolTypeFunction,
			Function: &community.FunctionDefinition{Name: "get_weather", Parameters: parameters},
		}},
	}
	ask := func() (community.ChatCompletionMessage, error) {
		if !isStreamed {
			answer, err := client.CreateChatCompletion(ctx, body)
			if err != nil {
				return community.ChatCompletionMessage{}, err
			}
			return answer.Choices[0].Message, nil
		}
		whole := community.ChatCompletionMessage{Role: community.ChatMessageRoleAssistant}
		err := communityStream(ctx, client, body, func(delta community.ChatCompletionStreamChoiceDelta) {
			joined(&whole, delta)
		})
		return whole, err
	}
	first, err := ask()
	if err != nil {
		return nil, err
	}
	body.Messages = append(body.Messages, first)
	calls := []any{}
	for _, call := range first.ToolCalls {
		var given map[string]any
		if err := json.Unmarshal([]byte(call.Function.Arguments), &given); err != nil {
			return nil, err
		}
		calls = append(calls, []any{call.Function.Name, given})
		body.Messages = append(body.Messages, community.ChatCompletionMessage{
			Role: community.ChatMessageRoleTool, ToolCallID: call.ID, Content: result,
		})
	}
	second, err := ask()
	return seen{"calls": calls, "text": second.Content}, err
}
