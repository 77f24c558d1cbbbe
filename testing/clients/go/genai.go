package main

import (
	"context"
	"encoding/base64"
	"errors"

	"google.golang.org/genai"
)

func genaiFlows(at world) map[string]flow {
	ctx := context.Background()
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: at.Key, Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: at.URL},
	})
	if err != nil {
		panic(err)
	}
	place := &genai.Schema{
		Type: genai.TypeObject, Properties: map[string]*genai.Schema{"city": {Type: genai.TypeString}},
	}
	refusal := func(model string) (seen, error) {
		_, err := client.Models.GenerateContent(ctx, model, genai.Text(question), nil)
		var fault genai.APIError
		if !errors.As(err, &fault) {
			return seen{"status": 200}, err
		}
		return told(fault.Code, fault.Message), nil
	}
	about := func(model, mimeType, data string) (seen, error) {
		bytes, err := base64.StdEncoding.DecodeString(data)
		if err != nil {
			return nil, err
		}
		parts := []*genai.Part{genai.NewPartFromText(question), genai.NewPartFromBytes(bytes, mimeType)}
		contents := []*genai.Content{genai.NewContentFromParts(parts, genai.RoleUser)}
		answer, err := client.Models.GenerateContent(ctx, model, contents, nil)
		if err != nil {
			return nil, err
		}
		return seen{"text": answer.Text()}, nil
	}
	return map[string]flow{
		"chat": func(model string) (seen, error) {
			answer, err := client.Models.GenerateContent(ctx, model, genai.Text(question), nil)
			if err != nil {
				return nil, err
			}
			return seen{"text": answer.Text()}, nil
		},
		"stream": func(model string) (seen, error) {
			pieces := []string{}
			for chunk, err := range client.Models.GenerateContentStream(ctx, model, genai.Text(question), nil) {
				if err != nil {
					return nil, err
				}
				pieces = append(pieces, chunk.Text())
			}
			return collected(pieces), nil
		},
		"tools": func(model string) (seen, error) {
			config := &genai.GenerateContentConfig{Tools: []*genai.Tool{{
				FunctionDeclarations: []*genai.FunctionDeclaration{{Name: "get_weather", Parameters: place}},
			}}}
			contents := genai.Text(weather)
			first, err := client.Models.GenerateContent(ctx, model, contents, config)
			if err != nil {
				return nil, err
			}
			calls, results := []any{}, []*genai.Part{}
			for _, call := range first.FunctionCalls() {
				calls = append(calls, []any{call.Name, call.Args})
				results = append(results, &genai.Part{FunctionResponse: &genai.FunctionResponse{
					ID: call.ID, Name: call.Name, Response: map[string]any{"output": result},
				}})
			}
			contents = append(contents, first.Candidates[0].Content, &genai.Content{Role: "user", Parts: results})
			second, err := client.Models.GenerateContent(ctx, model, contents, config)
			if err != nil {
				return nil, err
			}
			return seen{"calls": calls, "text": second.Text()}, nil
		},
		"structured": func(model string) (seen, error) {
			config := &genai.GenerateContentConfig{ResponseMIMEType: "application/json", ResponseSchema: place}
			answer, err := client.Models.GenerateContent(ctx, model, genai.Text(question), config)
			if err != nil {
				return nil, err
			}
			return parsed(answer.Text())
		},
		"picture": func(model string) (seen, error) { return about(model, "image/png", picture) },
		"page":    func(model string) (seen, error) { return about(model, "application/pdf", page) },
		"leave": func(model string) (seen, error) {
			hasLeft := false
			for _, err := range client.Models.GenerateContentStream(ctx, model, genai.Text(question), nil) {
				if err != nil {
					return nil, err
				}
				hasLeft = true
				break
			}
			return seen{"hasLeft": hasLeft}, nil
		},
		"count": func(model string) (seen, error) {
			answer, err := client.Models.CountTokens(ctx, model, genai.Text(question), nil)
			if err != nil {
				return nil, err
			}
			return seen{"isCounted": answer.TotalTokens > 0}, nil
		},
		"error": refusal,
	}
}
