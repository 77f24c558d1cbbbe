package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
)

func anthropicFlows(at world) map[string]flow {
	ctx := context.Background()
	make := func(retries int) anthropic.Client {
		return anthropic.NewClient(
			option.WithBaseURL(at.URL), option.WithAPIKey(at.Key), option.WithMaxRetries(retries))
	}
	once, asItComes := make(0), make(2)
	messages := []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(question))}
	asked := func(model string) anthropic.MessageNewParams {
		return anthropic.MessageNewParams{Model: anthropic.Model(model), MaxTokens: 3000, Messages: messages}
	}
	refusal := func(client anthropic.Client, model string) (seen, error) {
		_, err := client.Messages.New(ctx, asked(model))
		var fault *anthropic.Error
		if !errors.As(err, &fault) {
			return seen{"status": 200}, err
		}
		return told(fault.StatusCode, fault.RawJSON()), nil
	}
	about := func(model string, block anthropic.ContentBlockParamUnion) (seen, error) {
		body := asked(model)
		body.Messages = []anthropic.MessageParam{anthropic.NewUserMessage(block, anthropic.NewTextBlock(question))}
		answer, err := once.Messages.New(ctx, body)
		var fault *anthropic.Error
		if errors.As(err, &fault) {
			return nil, errors.New(fault.RawJSON())
		}
		if err != nil {
			return nil, err
		}
		return seen{"text": claudeText(*answer)}, nil
	}
	return map[string]flow{
		"chat": func(model string) (seen, error) {
			answer, err := once.Messages.New(ctx, asked(model))
			if err != nil {
				return nil, err
			}
			return seen{"text": claudeText(*answer)}, nil
		},
		"stream": func(model string) (seen, error) {
			stream := once.Messages.NewStreaming(ctx, asked(model))
			pieces := []string{}
			for stream.Next() {
				pieces = append(pieces, stream.Current().Delta.Text)
			}
			return collected(pieces), stream.Err()
		},
		"tools":         func(model string) (seen, error) { return claudeTools(ctx, once, model, false) },
		"streamedTools": func(model string) (seen, error) { return claudeTools(ctx, once, model, true) },
		"thoughts": func(model string) (seen, error) {
			body := asked(model)
			body.Thinking = anthropic.ThinkingConfigParamOfEnabled(1024)
			first, err := once.Messages.New(ctx, body)
			if err != nil {
				return nil, err
			}
			body.Messages = append(messages, first.ToParam(),
				anthropic.NewUserMessage(anthropic.NewTextBlock("And now?")))
			second, err := once.Messages.New(ctx, body)
			if err != nil {
				return nil, err
			}
			return seen{"text": claudeText(*second)}, nil
		},
		"structured": func(model string) (seen, error) {
			body := asked(model)
			body.OutputConfig = anthropic.OutputConfigParam{Format: anthropic.JSONOutputFormatParam{Schema: parameters}}
			answer, err := once.Messages.New(ctx, body)
			if err != nil {
				return nil, err
			}
			return parsed(claudeText(*answer))
		},
		"picture": func(model string) (seen, error) {
			return about(model, anthropic.NewImageBlockBase64("image/png", picture))
		},
		"page": func(model string) (seen, error) {
			return about(model, anthropic.NewDocumentBlock(anthropic.Base64PDFSourceParam{Data: page}))
		},
		"leave": func(model string) (seen, error) {
			stream := once.Messages.NewStreaming(ctx, asked(model))
			return seen{"hasLeft": stream.Next()}, stream.Close()
		},
		"count": func(model string) (seen, error) {
			answer, err := once.Messages.CountTokens(ctx, anthropic.MessageCountTokensParams{
				Model: anthropic.Model(model), Messages: messages,
			})
			if err != nil {
				return nil, err
			}
			return seen{"isCounted": answer.InputTokens > 0}, nil
		},
		"error":   func(model string) (seen, error) { return refusal(once, model) },
		"retries": func(model string) (seen, error) { return refusal(asItComes, model) },
	}
}

func claudeText(message anthropic.Message) string {
	text := ""
	for _, block := range message.Content {
		if block.Type == "text" {
			text += block.Text
		}
	}
	return text
}

func claudeTools(ctx context.Context, client anthropic.Client, model string, isStreamed bool) (seen, error) {
	body := anthropic.MessageNewParams{
		Model: anthropic.Model(model), MaxTokens: 3000,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(weather))},
		Tools: []anthropic.ToolUnionParam{anthropic.ToolUnionParamOfTool(
			anthropic.ToolInputSchemaParam{Properties: properties, Required: []string{"city"}}, "get_weather")},
	}
	ask := func() (anthropic.Message, error) {
		if !isStreamed {
			answer, err := client.Messages.New(ctx, body)
			if err != nil {
				return anthropic.Message{}, err
			}
			return *answer, nil
		}
		whole := anthropic.Message{}
		stream := client.Messages.NewStreaming(ctx, body)
		for stream.Next() {
			if err := whole.Accumulate(stream.Current()); err != nil {
				return whole, err
			}
		}
		return whole, stream.Err()
	}
	first, err := ask()
	if err != nil {
		return nil, err
	}
	calls, results := []any{}, []anthropic.ContentBlockParamUnion{}
	for _, block := range first.Content {
		if block.Type != "tool_use" {
			continue
		}
		var given map[string]any
		if err := json.Unmarshal(block.Input, &given); err != nil {
			return nil, err
		}
		calls = append(calls, []any{block.Name, given})
		results = append(results, anthropic.NewToolResultBlock(block.ID, result, false))
	}
	body.Messages = append(body.Messages, first.ToParam(), anthropic.NewUserMessage(results...))
	second, err := ask()
	return seen{"calls": calls, "text": claudeText(second)}, err
}
