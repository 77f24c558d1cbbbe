import { GPT } from "../../../families/gpt/family";
import type { Door } from "../../../adapter";
import type { Deployment } from "../../../deployment";
import type { UpstreamHalf } from "../../../form/halves";
import { readChatError } from "../../chat/upstream/answer";
import { readResponse } from "./answer";
import { RESPONSES_CARRIED } from "./carried";
import { writeResponsesRequest } from "./request";
import { ResponseEventReader } from "./stream";

/** Upstreams that speak Responses. `door` knows a provider's addresses and keys. */
export function responsesUpstream(door: (deployment: Deployment, route: string) => Door): UpstreamHalf {
  return {
    dialect: "responses",
    carried: RESPONSES_CARRIED,
    families: [GPT],
    lacks: "its provider's API has nothing like it.",
    media: ["image", "document"],
    searches: () => true,
    writeRequest: writeResponsesRequest,
    send(deployment, body) {
      const { path, headers } = door(deployment, "/responses");
      return { path, headers: { "content-type": "application/json", ...headers }, body };
    },
    readAnswer: readResponse,
    readError: readChatError,
    reader: () => new ResponseEventReader(),
  };
}
