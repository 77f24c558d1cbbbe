import { converseUpstream } from "../known/bedrock/converse";
import { openAiDoor } from "../openai";
import { chatClient } from "./chat/client/half";
import { chatUpstream } from "./chat/upstream/half";
import { cohereUpstream } from "./cohere/upstream/half";
import { googleClient } from "./google/client/half";
import { googleUpstream } from "./google/upstream/half";
import { geminiDoor } from "../known/gemini/door";
import { messagesClient } from "./messages/client/half";
import { messagesUpstream } from "./messages/upstream/half";
import { responsesClient } from "./responses/client/half";
import { responsesUpstream } from "./responses/upstream/half";

/** Every client's half, by its dialect. */
export const CLIENTS = { chat: chatClient, messages: messagesClient, responses: responsesClient, google: googleClient };

/** Every upstream's half, by its dialect; at OpenAI's and Gemini's addresses, where providers differ in them. */
export const UPSTREAMS = {
  chat: chatUpstream(openAiDoor),
  messages: messagesUpstream,
  responses: responsesUpstream(openAiDoor),
  google: googleUpstream(geminiDoor),
  cohere: cohereUpstream,
  converse: converseUpstream,
};
