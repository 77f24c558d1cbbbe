import { Portkey } from "portkey-ai";
import { chatFlows } from "./chat-flows.mjs";

/** Its class has the resources of OpenAI's client. */
export function portkeyClients({ url, key }) {
  const client = new Portkey({ apiKey: key, baseURL: `${url}/v1`, metadata: { _user: "ada" }, traceID: "t1" });
  return [{ name: "portkey", flows: chatFlows({ client, once: client }) }];
}
