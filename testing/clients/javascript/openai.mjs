import OpenAI, { AzureOpenAI } from "openai";
import { chatFlows, otherFlows, responsesFlows } from "./chat-flows.mjs";

export function openaiClients({ url, key }) {
  const make = (maxRetries) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries });
  const azure = (maxRetries) => new AzureOpenAI({ apiKey: key, endpoint: url, apiVersion: "2024-10-21", maxRetries });
  const once = make(0);
  const flows = { ...chatFlows({ client: make(2), once }), ...responsesFlows(once), ...otherFlows(once) };
  return [
    { name: "openai", flows },
    { name: "openai-azure", flows: chatFlows({ client: azure(2), once: azure(0) }) },
  ];
}
