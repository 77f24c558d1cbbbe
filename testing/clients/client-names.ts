import type { ClientName } from "./expected";

/** A client as its users know it. */
export interface NamedClient {
  readonly title: string;
  /** The package that has it, as the lock of its language writes it. */
  readonly from: string;
  /** The folder of a lock of its own; absent: the language's. */
  readonly lock?: string;
}

const OLD = { lock: "of-2024" } as const;
const OLDER = { lock: "older" } as const;

/** Every client that `CLIENTS` has. */
export const CLIENT_NAMES: Readonly<Record<ClientName, NamedClient>> = {
  openai: { title: "OpenAI SDK", from: "openai" },
  "openai-azure": { title: "OpenAI SDK for Azure", from: "openai" },
  "openai-4": { title: "OpenAI SDK of 2024", from: "openai", ...OLD },
  "openai-4-azure": { title: "OpenAI SDK of 2024 for Azure", from: "openai", ...OLD },
  portkey: { title: "Portkey SDK", from: "portkey-ai" },
  anthropic: { title: "Anthropic SDK", from: "@anthropic-ai/sdk" },
  "google-genai": { title: "Google Gen AI SDK", from: "@google/genai" },
  "ai-sdk-openai": { title: "Vercel AI SDK, OpenAI by Responses", from: "@ai-sdk/openai" },
  "ai-sdk-openai-chat": { title: "Vercel AI SDK, OpenAI by Chat Completions", from: "@ai-sdk/openai" },
  "ai-sdk-compatible": { title: "Vercel AI SDK, OpenAI-compatible", from: "@ai-sdk/openai-compatible" },
  "ai-sdk-anthropic": { title: "Vercel AI SDK, Anthropic", from: "@ai-sdk/anthropic" },
  "ai-sdk-google": { title: "Vercel AI SDK, Google", from: "@ai-sdk/google" },
  "ai-sdk-azure": { title: "Vercel AI SDK, Azure", from: "@ai-sdk/azure" },
  "langchain-openai": { title: "LangChain, OpenAI", from: "@langchain/openai" },
  "langchain-responses": { title: "LangChain, OpenAI by Responses", from: "@langchain/openai" },
  "langchain-azure": { title: "LangChain, Azure", from: "@langchain/openai" },
  "langchain-anthropic": { title: "LangChain, Anthropic", from: "@langchain/anthropic" },
  llamaindex: { title: "LlamaIndex, OpenAI", from: "@llamaindex/openai" },
  "agents-chat": { title: "OpenAI Agents SDK by Chat Completions", from: "@openai/agents" },
  "agents-responses": { title: "OpenAI Agents SDK by Responses", from: "@openai/agents" },
  mastra: { title: "Mastra", from: "@mastra/core" },
  "python-openai": { title: "OpenAI SDK", from: "openai" },
  "python-openai-azure": { title: "OpenAI SDK for Azure", from: "openai" },
  "python-anthropic": { title: "Anthropic SDK", from: "anthropic" },
  "python-google-genai": { title: "Google Gen AI SDK", from: "google-genai" },
  "python-cohere": { title: "Cohere SDK", from: "cohere" },
  "python-langchain-openai": { title: "LangChain, OpenAI", from: "langchain-openai" },
  "python-langchain-responses": { title: "LangChain, OpenAI by Responses", from: "langchain-openai" },
  "python-langchain-azure": { title: "LangChain, Azure", from: "langchain-openai" },
  "python-langchain-anthropic": { title: "LangChain, Anthropic", from: "langchain-anthropic" },
  "python-litellm": { title: "LiteLLM SDK", from: "litellm" },
  "python-agents-chat": { title: "OpenAI Agents SDK by Chat Completions", from: "openai-agents" },
  "python-agents-responses": { title: "OpenAI Agents SDK by Responses", from: "openai-agents" },
  "python-pydantic-chat": { title: "Pydantic AI, OpenAI by Chat Completions", from: "pydantic-ai-slim" },
  "python-pydantic-responses": { title: "Pydantic AI, OpenAI by Responses", from: "pydantic-ai-slim" },
  "python-pydantic-anthropic": { title: "Pydantic AI, Anthropic", from: "pydantic-ai-slim" },
  "python-pydantic-google": { title: "Pydantic AI, Google", from: "pydantic-ai-slim" },
  "python-llamaindex": { title: "LlamaIndex, OpenAI-compatible", from: "llama-index-llms-openai-like", ...OLDER },
  "go-openai": { title: "OpenAI SDK", from: "github.com/openai/openai-go/v3" },
  "go-openai-azure": { title: "OpenAI SDK for Azure", from: "github.com/openai/openai-go/v3" },
  "go-community": { title: "go-openai", from: "github.com/sashabaranov/go-openai" },
  "go-community-azure": { title: "go-openai for Azure", from: "github.com/sashabaranov/go-openai" },
  "go-anthropic": { title: "Anthropic SDK", from: "github.com/anthropics/anthropic-sdk-go/v2" },
  "go-genai": { title: "Google Gen AI SDK", from: "google.golang.org/genai" },
  "java-openai": { title: "OpenAI SDK", from: "openai-java" },
  "java-openai-azure": { title: "OpenAI SDK for Azure", from: "openai-java" },
  "java-anthropic": { title: "Anthropic SDK", from: "anthropic-java" },
  "java-genai": { title: "Google Gen AI SDK", from: "google-genai" },
  "java-langchain-openai": { title: "LangChain4j, OpenAI", from: "langchain4j-open-ai" },
  "java-langchain-anthropic": { title: "LangChain4j, Anthropic", from: "langchain4j-anthropic" },
  "java-langchain-google": { title: "LangChain4j, Google", from: "langchain4j-google-ai-gemini" },
};
