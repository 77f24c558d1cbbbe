import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { AzureChatOpenAI, ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { OpenAI as LlamaOpenAI, OpenAIEmbedding } from "@llamaindex/openai";
import { tool } from "@llamaindex/core/tools";
import { collect, INPUTS, leave, PAGE, PARAMETERS, PICTURE, PICTURE_ADDRESS } from "./asked.mjs";
import { QUESTION, refusal, RESULT, WEATHER } from "./asked.mjs";

export function frameworkClients(world) {
  return [...langchainClients(world), llamaClient(world)];
}

const definition = { type: "function", function: { name: "get_weather", description: "", parameters: PARAMETERS } };
const textOf = ({ content }) =>
  typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");

async function withTool(client) {
  const bound = client.bindTools([definition]);
  const messages = [new HumanMessage(WEATHER)];
  const first = await bound.invoke(messages);
  messages.push(first, ...first.tool_calls.map(({ id }) => new ToolMessage({ tool_call_id: id, content: RESULT })));
  const second = await bound.invoke(messages);
  return { calls: first.tool_calls.map(({ name, args }) => [name, args]), text: textOf(second) };
}

function langchainFlows(make) {
  const about = async (model, part) => {
    const contentBlocks = [{ type: "text", text: QUESTION }, part];
    return { text: textOf(await make(model).invoke([new HumanMessage({ contentBlocks })])) };
  };
  return {
    chat: async (model) => ({ text: textOf(await make(model).invoke(QUESTION)) }),
    stream: async (model) => collect(await make(model).stream(QUESTION), textOf),
    tools: (model) => withTool(make(model)),
    structured: async (model) => ({
      object: await make(model)
        .withStructuredOutput({ title: "place", ...PARAMETERS }, { method: "jsonSchema" })
        .invoke(QUESTION),
    }),
    picture: (model) => about(model, { type: "image", mimeType: "image/png", data: PICTURE }),
    page: (model) =>
      about(model, { type: "file", mimeType: "application/pdf", data: PAGE, metadata: { filename: "page.pdf" } }),
    leave: (model) => leave((signal) => make(model).stream(QUESTION, { signal })),
    error: (model) => refusal(() => make(model).invoke(QUESTION)),
  };
}

function langchainClients({ url, key }) {
  const options = { maxRetries: 0 };
  const openai = (more) => (model) =>
    new ChatOpenAI({ ...options, ...more, model, apiKey: key, configuration: { baseURL: `${url}/v1` } });
  const azure = (model) =>
    new AzureChatOpenAI({
      ...options,
      // By which it decides what it may send. The deployment in the path is what counts.
      model: "gpt-4o",
      azureOpenAIApiKey: key,
      azureOpenAIEndpoint: url,
      azureOpenAIApiDeploymentName: model,
      azureOpenAIApiVersion: "2024-10-21",
    });
  const anthropic = (more) => (model) =>
    new ChatAnthropic({ ...options, ...more, model, apiKey: key, anthropicApiUrl: url, maxTokens: 3_000 });
  const thinking = anthropic({ thinking: { type: "enabled", budget_tokens: 1_024 } });
  const embeddings = async (model) => {
    const client = new OpenAIEmbeddings({ ...options, model, apiKey: key, configuration: { baseURL: `${url}/v1` } });
    return { lengths: (await client.embedDocuments(INPUTS)).map(({ length }) => length) };
  };
  return [
    { name: "langchain-openai", flows: { ...langchainFlows(openai({})), embeddings } },
    { name: "langchain-responses", flows: langchainFlows(openai({ useResponsesApi: true })) },
    { name: "langchain-azure", flows: langchainFlows(azure) },
    {
      name: "langchain-anthropic",
      flows: { ...langchainFlows(anthropic({})), thoughtsBeforeCalls: (model) => withTool(thinking(model)) },
    },
  ];
}

function llamaClient({ url, key }) {
  const options = { apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 };
  // Its own default of temperature and top_p, which Claude does not take together.
  const make = (model) => new LlamaOpenAI({ ...options, model });
  const messages = [{ role: "user", content: QUESTION }];
  const about = async (model, part) => {
    const content = [{ type: "text", text: QUESTION }, part];
    return { text: (await make(model).chat({ messages: [{ role: "user", content }] })).message.content };
  };
  const get_weather = (calls) =>
    tool({
      name: "get_weather",
      description: "The weather.",
      parameters: PARAMETERS,
      execute: (input) => (calls.push(["get_weather", input]), RESULT),
    });
  const flows = {
    chat: async (model) => ({ text: (await make(model).chat({ messages })).message.content }),
    stream: async (model) => collect(await make(model).chat({ messages, stream: true }), ({ delta }) => delta),
    tools: async (model) => {
      const calls = [];
      const tools = [get_weather(calls)];
      const asked = [{ role: "user", content: WEATHER }];
      const { newMessages } = await make(model).exec({ messages: asked, tools });
      const second = await make(model).exec({ messages: [...asked, ...newMessages], tools });
      return { calls, text: second.newMessages.at(-1).content };
    },
    structured: async (model) => {
      const json_schema = { name: "place", schema: PARAMETERS, strict: true };
      const answer = await make(model).chat({ messages, responseFormat: { type: "json_schema", json_schema } });
      return { object: JSON.parse(answer.message.content) };
    },
    picture: (model) => about(model, { type: "image_url", image_url: { url: PICTURE_ADDRESS } }),
    page: (model) => about(model, { type: "file", data: PAGE, mimeType: "application/pdf", filename: "page.pdf" }),
    // It takes no signal: whoever stops reading leaves.
    leave: (model) => leave(() => make(model).chat({ messages, stream: true })),
    embeddings: async (model) => {
      const client = new OpenAIEmbedding({ ...options, model });
      return { lengths: (await client.getTextEmbeddings(INPUTS)).map(({ length }) => length) };
    },
    error: (model) => refusal(() => make(model).chat({ messages })),
  };
  return { name: "llamaindex", flows };
}
