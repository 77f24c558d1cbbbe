import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { AzureChatOpenAI, ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { OpenAI as LlamaOpenAI, OpenAIEmbedding } from "@llamaindex/openai";
import { collect, INPUTS, PARAMETERS, QUESTION, refusal, RESULT, WEATHER } from "./asked.mjs";

export function frameworkClients(world) {
  return [...langchainClients(world), llamaClient(world)];
}

const definition = { type: "function", function: { name: "get_weather", description: "", parameters: PARAMETERS } };
const textOf = ({ content }) =>
  typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");

function langchainFlows(make) {
  return {
    chat: async (model) => ({ text: textOf(await make(model).invoke(QUESTION)) }),
    stream: async (model) => collect(await make(model).stream(QUESTION), textOf),
    tools: async (model) => {
      const bound = make(model).bindTools([definition]);
      const messages = [new HumanMessage(WEATHER)];
      const first = await bound.invoke(messages);
      messages.push(first, ...first.tool_calls.map(({ id }) => new ToolMessage({ tool_call_id: id, content: RESULT })));
      const second = await bound.invoke(messages);
      return { calls: first.tool_calls.map(({ name, args }) => [name, args]), text: textOf(second) };
    },
    structured: async (model) => ({
      object: await make(model)
        .withStructuredOutput({ title: "place", ...PARAMETERS }, { method: "jsonSchema" })
        .invoke(QUESTION),
    }),
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
  const anthropic = (model) =>
    new ChatAnthropic({ ...options, model, apiKey: key, anthropicApiUrl: url, maxTokens: 3_000 });
  const embeddings = async (model) => {
    const client = new OpenAIEmbeddings({ ...options, model, apiKey: key, configuration: { baseURL: `${url}/v1` } });
    return { lengths: (await client.embedDocuments(INPUTS)).map(({ length }) => length) };
  };
  return [
    { name: "langchain-openai", flows: { ...langchainFlows(openai({})), embeddings } },
    { name: "langchain-responses", flows: langchainFlows(openai({ useResponsesApi: true })) },
    { name: "langchain-azure", flows: langchainFlows(azure) },
    { name: "langchain-anthropic", flows: langchainFlows(anthropic) },
  ];
}

function llamaClient({ url, key }) {
  const options = { apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 };
  // Its own default of temperature and top_p, which Claude does not take together.
  const make = (model) => new LlamaOpenAI({ ...options, model });
  const messages = [{ role: "user", content: QUESTION }];
  const flows = {
    chat: async (model) => ({ text: (await make(model).chat({ messages })).message.content }),
    stream: async (model) => collect(await make(model).chat({ messages, stream: true }), ({ delta }) => delta),
    embeddings: async (model) => {
      const client = new OpenAIEmbedding({ ...options, model });
      return { lengths: (await client.getTextEmbeddings(INPUTS)).map(({ length }) => length) };
    },
    error: (model) => refusal(() => make(model).chat({ messages })),
  };
  return { name: "llamaindex", flows };
}
