import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, run, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { z } from "zod";
import { collect, leave, PAGE, PAGE_ADDRESS, PARAMETERS, PICTURE, PICTURE_ADDRESS } from "./asked.mjs";
import { QUESTION, refusal, RESULT, WEATHER } from "./asked.mjs";

export function agentsClients(world) {
  setTracingDisabled(true);
  const client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 });
  return [
    { name: "agents-chat", flows: agentFlows((model) => new OpenAIChatCompletionsModel(client, model)) },
    { name: "agents-responses", flows: agentFlows((model) => new OpenAIResponsesModel(client, model)) },
    mastraClient(world),
  ];
}

function agentFlows(modelOf) {
  const make = (model, more) =>
    new Agent({
      name: "one",
      instructions: "Be brief.",
      model: modelOf(model),
      modelSettings: { store: false },
      ...more,
    });
  const about = async (model, part) => {
    const content = [{ type: "input_text", text: QUESTION }, part];
    return { text: (await run(make(model), [{ role: "user", content }])).finalOutput };
  };
  return {
    chat: async (model) => ({ text: (await run(make(model), QUESTION)).finalOutput }),
    stream: async (model) => {
      const result = await run(make(model), QUESTION, { stream: true });
      return collect(result.toTextStream(), (text) => text);
    },
    tools: async (model) => {
      const calls = [];
      const get_weather = tool({
        name: "get_weather",
        description: "The weather.",
        parameters: PARAMETERS,
        strict: true,
        execute: (input) => (calls.push(["get_weather", input]), RESULT),
      });
      return { text: (await run(make(model, { tools: [get_weather] }), WEATHER)).finalOutput, calls };
    },
    structured: async (model) => {
      const outputType = z.object({ city: z.string() });
      return { object: (await run(make(model, { outputType }), QUESTION)).finalOutput };
    },
    // The first agent's one tool is to hand over; the local services call it, and then the second one speaks.
    handoff: async (model) => {
      const second = make(model, { name: "two" });
      const first = make(model, { handoffs: [second] });
      const result = await run(first, QUESTION);
      return { text: result.finalOutput, by: result.lastAgent.name };
    },
    picture: (model) => about(model, { type: "input_image", image: PICTURE_ADDRESS }),
    page: (model) => about(model, { type: "input_file", file: PAGE_ADDRESS, filename: "page.pdf" }),
    leave: (model) =>
      leave(async (signal) => (await run(make(model), QUESTION, { stream: true, signal })).toTextStream()),
    error: (model) => refusal(() => run(make(model), QUESTION)),
  };
}

function mastraClient({ url, key }) {
  const provider = createOpenAICompatible({
    name: "gateway",
    apiKey: key,
    baseURL: `${url}/v1`,
    supportsStructuredOutputs: true,
  });
  const make = (model, more) =>
    new MastraAgent({
      id: "one",
      name: "one",
      instructions: "Be brief.",
      model: provider.chatModel(model),
      maxRetries: 0,
      ...more,
    });
  const about = async (model, mediaType, data) => {
    const content = [
      { type: "text", text: QUESTION },
      { type: "file", mimeType: mediaType, mediaType, data, filename: "one" },
    ];
    return { text: (await make(model).generate([{ role: "user", content }])).text };
  };
  const flows = {
    chat: async (model) => ({ text: (await make(model).generate(QUESTION)).text }),
    stream: async (model) => collect((await make(model).stream(QUESTION)).textStream, (text) => text),
    tools: async (model) => {
      const calls = [];
      const get_weather = createTool({
        id: "get_weather",
        description: "The weather.",
        inputSchema: z.object({ city: z.string() }),
        execute: async (input) => (calls.push(["get_weather", input.context ?? input]), { said: RESULT }),
      });
      const { steps } = await make(model, { tools: { get_weather } }).generate(WEATHER);
      return { text: steps.at(-1).text, calls };
    },
    structured: async (model) => {
      const structuredOutput = { schema: z.object({ city: z.string() }) };
      return { object: (await make(model).generate(QUESTION, { structuredOutput })).object };
    },
    picture: (model) => about(model, "image/png", PICTURE),
    page: (model) => about(model, "application/pdf", PAGE),
    leave: (model) => leave(async (abortSignal) => (await make(model).stream(QUESTION, { abortSignal })).textStream),
    error: (model) => refusal(() => make(model).generate(QUESTION)),
  };
  return { name: "mastra", flows };
}
