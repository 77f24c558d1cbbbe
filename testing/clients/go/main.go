// Reads where the gateway is, and prints for every client, upstream and flow what the client saw, one JSON a line.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"sync"
)

type world struct {
	URL       string                       `json:"url"`
	Key       string                       `json:"key"`
	Upstreams map[string]map[string]string `json:"upstreams"`
}

type seen map[string]any
type flow func(model string) (seen, error)

const (
	question = "Say something."
	weather  = "How is the weather in Oslo? Ask get_weather."
	result   = "Rain."
)

var (
	isUpstreams = regexp.MustCompile(`asked for \d+`)
	picture     = os.Getenv("PICTURE")
	page        = os.Getenv("PAGE")
	inputs      = []string{"one two", "three"}
	properties  = map[string]any{"city": map[string]any{"type": "string"}}
	parameters  = map[string]any{
		"type":                 "object",
		"properties":           properties,
		"required":             []string{"city"},
		"additionalProperties": false,
	}
)

func main() {
	var at world
	if err := json.NewDecoder(os.Stdin).Decode(&at); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	clients := map[string]map[string]flow{
		"go-openai":          both(openaiFlows(openaiOptions(at)), responsesFlows(openaiOptions(at))),
		"go-openai-azure":    openaiFlows(azureOptions(at)),
		"go-community":       communityFlows(communityConfig(at)),
		"go-community-azure": communityFlows(communityAzureConfig(at)),
		"go-anthropic":       anthropicFlows(at),
		"go-genai":           genaiFlows(at),
	}
	var all sync.WaitGroup
	var writing sync.Mutex
	for client, flows := range clients {
		all.Add(1)
		go func() {
			defer all.Done()
			for upstream, models := range at.Upstreams {
				for name, ask := range flows {
					line, _ := json.Marshal(seen{
						"client": client, "upstream": upstream, "flow": name, "saw": sawOf(client, name, models, ask),
					})
					writing.Lock()
					fmt.Println(string(line))
					writing.Unlock()
				}
			}
		}()
	}
	all.Wait()
}

func both(flows, more map[string]flow) map[string]flow {
	maps.Copy(flows, more)
	return flows
}

func sawOf(client, name string, models map[string]string, ask flow) (saw seen) {
	defer func() {
		if fault := recover(); fault != nil {
			saw = seen{"thrown": fmt.Sprint(fault)}
		}
	}()
	saw, err := ask(modelOf(client, name, models))
	if err != nil {
		return seen{"thrown": fmt.Sprintf("%v %+v", err, err)}
	}
	return saw
}

// modelOf has the client's name in the model where the test asks how often it called.
func modelOf(client, name string, models map[string]string) string {
	if strings.HasPrefix(name, "leave") {
		return models["leave"] + ",by-leaving-" + client
	}
	model, isOwn := models[name]
	switch {
	case !isOwn:
		return models["text"]
	case name == "retries":
		return model + ",by-" + client
	default:
		return model
	}
}

// parsed is a text as the JSON that it should be.
func parsed(text string) (seen, error) {
	var object map[string]any
	err := json.Unmarshal([]byte(text), &object)
	return seen{"object": object}, err
}

// collected is a stream as its text, and whether it came in pieces.
func collected(pieces []string) seen {
	text, count := "", 0
	for _, piece := range pieces {
		text += piece
		if piece != "" {
			count++
		}
	}
	return seen{"text": text, "isInPieces": count > 1}
}

// told is what a refusal shows.
func told(status int, message string) seen {
	return seen{"status": status, "isTold": isUpstreams.MatchString(message)}
}
