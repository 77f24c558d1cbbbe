import { listAt, objectAt, type JsonObject } from "../../json-value";
import type { CLIENTS } from "../halves";

/** The next request of a client that has got an answer and sends it back with the result of its call. */
export const NEXT_TURN: Readonly<Record<keyof typeof CLIENTS, (answer: JsonObject) => JsonObject>> = {
  chat(answer) {
    const [choice] = listAt(answer, "choices");
    const message = objectAt(choice as JsonObject, "message");
    const result = { role: "tool", tool_call_id: "call-1", content: "Rain." };
    return { messages: [{ role: "user", content: "?" }, message, result] };
  },
  messages({ content }) {
    const result = { type: "tool_result", tool_use_id: "call-1", content: "Rain." };
    return {
      max_tokens: 9,
      messages: [
        { role: "user", content: "?" },
        { role: "assistant", content },
        { role: "user", content: [result] },
      ],
    };
  },
  responses(answer) {
    const result = { type: "function_call_output", call_id: "call-1", output: "Rain." };
    return { input: [{ role: "user", content: "?" }, ...listAt(answer, "output"), result] };
  },
  google(answer) {
    const [candidate] = listAt(answer, "candidates");
    const result = { functionResponse: { id: "call-1", name: "get_weather", response: { output: "Rain." } } };
    return {
      contents: [
        { role: "user", parts: [{ text: "?" }] },
        objectAt(candidate as JsonObject, "content"),
        { role: "user", parts: [result] },
      ],
    };
  },
};
