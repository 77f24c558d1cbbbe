import { GPT } from "../../../families/gpt/family";
import type { UpstreamHalf } from "../../../form/halves";
import type { Door } from "../../../adapter";
import type { Deployment } from "../../../deployment";
import { readChatError, readCompletion } from "./answer";
import { CHAT_CARRIED } from "./carried";
import { searchesInChat, writeChatRequest } from "./request";
import { ChunkReader } from "./stream";

/** Upstreams that speak Chat Completions. `door` knows a provider's addresses and keys. */
export function chatUpstream(door: (deployment: Deployment, route: string) => Door): UpstreamHalf {
  return {
    dialect: "chat",
    carried: CHAT_CARRIED,
    families: [GPT],
    lacks: "its provider's API has nothing like it.",
    media: ["image", "document"],
    bytesOnly: ["document", "audio"],
    searches: searchesInChat,
    writeRequest: writeChatRequest,
    send(deployment, body) {
      const { path, headers } = door(deployment, "/chat/completions");
      return { path, headers: { "content-type": "application/json", ...headers }, body };
    },
    readAnswer: readCompletion,
    readError: readChatError,
    reader: () => new ChunkReader(),
  };
}
