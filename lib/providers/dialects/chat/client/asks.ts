import type { AskedMembers } from "../../../form/halves";
import { objectAt, textAt, type JsonObject } from "../../../json-value";

const DATA_ADDRESS = /^data:image\/[a-z0-9.+-]{1,40};base64,/i;

/** What OpenAI's own dialects have in common: who asks, and images as addresses. */
export const OPENAI_ASKS = {
  user: [["user"], ["safety_identifier"]],
  imageLength(piece: JsonObject): number {
    if (piece["type"] !== "image_url" && piece["type"] !== "input_image") return 0;
    const url = textAt(piece, "image_url") ?? textAt(objectAt(piece, "image_url"), "url") ?? "";
    return DATA_ADDRESS.test(url) ? url.length : 0;
  },
} as const satisfies Partial<AskedMembers>;

export const CHAT_ASKS: AskedMembers = {
  ...OPENAI_ASKS,
  kept: [],
  contents: ["messages"],
  pieces: ["content"],
  searchSize: (body) => textAt(objectAt(body, "web_search_options"), "search_context_size"),
};
