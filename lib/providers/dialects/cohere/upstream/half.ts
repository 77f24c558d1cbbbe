import { COMMAND } from "../../../families/command/family";
import type { UpstreamHalf } from "../../../form/halves";
import { cohereDoor } from "../door";
import { readCohereAnswer, readCohereError } from "./answer";
import { COHERE_CARRIED } from "./carried";
import { writeCohereRequest } from "./request";
import { CohereEventReader } from "./stream";

/** Upstreams that speak Cohere's `/v2/chat`. */
export const cohereUpstream: UpstreamHalf = {
  dialect: "cohere",
  carried: COHERE_CARRIED,
  families: [COMMAND],
  lacks: "Cohere's API has nothing like it.",
  media: ["image"],
  writeRequest: writeCohereRequest,
  send: (deployment, body) => ({ ...cohereDoor(deployment, "/chat"), body }),
  readAnswer: readCohereAnswer,
  readError: readCohereError,
  reader: () => new CohereEventReader(),
};
