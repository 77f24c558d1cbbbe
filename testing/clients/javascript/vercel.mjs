import { createAnthropic } from "@ai-sdk/anthropic";
import { createAzure } from "@ai-sdk/azure";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { embedMany, generateText, isStepCount, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import { collect, INPUTS, leave, PAGE, PARAMETERS, PICTURE, QUESTION, refusal, RESULT, WEATHER } from "./asked.mjs";

const steps = (isStepCount ?? stepCountIs)(3);

/** The same calls whichever provider of the AI SDK makes them. `thinking`: how that one asks for thoughts. */
function flowsOf(modelOf, { embedding, thinking, options: providerOptions }) {
  const quiet = { maxRetries: 0, onError: () => {}, providerOptions };
  const agent = (model) => {
    const calls = [];
    const get_weather = tool({
      inputSchema: jsonSchema(PARAMETERS),
      execute: (input) => (calls.push(["get_weather", input]), RESULT),
    });
    return {
      calls,
      body: { ...quiet, model: modelOf(model), prompt: WEATHER, tools: { get_weather }, stopWhen: steps },
    };
  };
  const about = async (model, mediaType, data) => {
    const content = [
      { type: "text", text: QUESTION },
      { type: "file", mediaType, data, filename: "one" },
    ];
    return {
      text: (await generateText({ ...quiet, model: modelOf(model), messages: [{ role: "user", content }] })).text,
    };
  };
  const chat = async (model) => ({
    text: (await generateText({ ...quiet, model: modelOf(model), prompt: QUESTION })).text,
  });
  return {
    chat,
    stream: (model) =>
      collect(streamText({ ...quiet, model: modelOf(model), prompt: QUESTION }).textStream, (text) => text),
    tools: async (model) => {
      const { calls, body } = agent(model);
      return { text: (await generateText(body)).text, calls };
    },
    streamedTools: async (model) => {
      const { calls, body } = agent(model);
      return { text: await streamText(body).text, calls };
    },
    structured: async (model) => {
      const output = Output.object({ schema: jsonSchema(PARAMETERS) });
      const answer = await generateText({ ...quiet, model: modelOf(model), prompt: QUESTION, output });
      return { object: answer.output ?? answer.experimental_output };
    },
    picture: (model) => about(model, "image/png", PICTURE),
    page: (model) => about(model, "application/pdf", PAGE),
    leave: (model) =>
      leave((abortSignal) => {
        const options = { ...quiet, onAbort() {}, abortSignal };
        return streamText({ ...options, model: modelOf(model), prompt: QUESTION }).textStream;
      }),
    ...(thinking && {
      thoughts: async (model) => {
        const options = { ...quiet, model: modelOf(model), maxOutputTokens: 3_000, providerOptions: thinking };
        const messages = [{ role: "user", content: QUESTION }];
        const first = await generateText({ ...options, messages });
        messages.push(...(first.responseMessages ?? first.response.messages), { role: "user", content: "And now?" });
        return { text: (await generateText({ ...options, messages })).text };
      },
    }),
    ...(embedding && {
      embeddings: async (model) => {
        const { embeddings } = await embedMany({ ...quiet, model: embedding(model), values: INPUTS });
        return { lengths: embeddings.map(({ length }) => length) };
      },
    }),
    error: (model) => refusal(() => generateText({ ...quiet, model: modelOf(model), prompt: QUESTION })),
  };
}

export function vercelClients({ url, key: apiKey }) {
  const openai = createOpenAI({ apiKey, baseURL: `${url}/v1` });
  const anthropic = createAnthropic({ apiKey, baseURL: `${url}/v1` });
  const google = createGoogleGenerativeAI({ apiKey, baseURL: `${url}/v1beta` });
  const azure = createAzure({ apiKey, baseURL: `${url}/openai` });
  const named = { name: "gateway", apiKey, baseURL: `${url}/v1` };
  const compatible = createOpenAICompatible({ ...named, supportsStructuredOutputs: true });
  const embedding = (by) => (model) => (by.textEmbeddingModel ?? by.embeddingModel)(model);
  const byClaude = { anthropic: { thinking: { type: "enabled", budgetTokens: 1_024 } } };
  const byGoogle = { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1_024 } } };
  return [
    {
      name: "ai-sdk-openai",
      flows: flowsOf((model) => openai.responses(model), {
        embedding: embedding(openai),
        // What the upstream has not stored cannot be named in the next turn.
        options: { openai: { store: false } },
        thinking: { openai: { store: false, reasoningEffort: "low" } },
      }),
    },
    { name: "ai-sdk-openai-chat", flows: flowsOf((model) => openai.chat(model), {}) },
    {
      name: "ai-sdk-compatible",
      flows: flowsOf((model) => compatible.chatModel(model), { thinking: { gateway: { reasoningEffort: "low" } } }),
    },
    { name: "ai-sdk-anthropic", flows: flowsOf((model) => anthropic(model), { thinking: byClaude }) },
    {
      name: "ai-sdk-google",
      // It puts "models/" before names without a slash alone.
      flows: flowsOf((model) => google(`models/${model}`), {
        embedding: embedding(google),
        thinking: byGoogle,
      }),
    },
    { name: "ai-sdk-azure", flows: flowsOf((model) => azure.chat(model), {}) },
  ];
}
