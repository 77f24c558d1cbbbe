import { converseFraming } from "../../dialects/converse/framing";
import { readBedrockError, readConverseAnswer } from "../../dialects/converse/upstream/answer";
import { CONVERSE_CARRIED } from "../../dialects/converse/upstream/carried";
import { bedrockFamily } from "../../dialects/converse/upstream/fields";
import { writeConverseRequest } from "../../dialects/converse/upstream/request";
import { ConverseEventReader } from "../../dialects/converse/upstream/stream";
import { CLAUDE } from "../../families/claude/family";
import { defaultMaxTokens } from "../../families/claude/limit";
import type { UpstreamHalf } from "../../form/halves";
import { bedrockRequest } from "./door";
import { lacksAnswerFormat } from "../../families/claude/answer-schema";

/** Bedrock's Converse, which is the same for every model. */
export const converseUpstream: UpstreamHalf = {
  dialect: "converse",
  carried: CONVERSE_CARRIED,
  families: [CLAUDE],
  lacks: "Bedrock's Converse has nothing like it.",
  media: ["image", "document"],
  bytesOnly: ["image", "document"],
  framing: converseFraming,
  addedMaximum: ({ model, baseModel = model }) =>
    baseModel.includes("claude") ? defaultMaxTokens(baseModel) : undefined,
  lacksFormat: (model) => bedrockFamily(model) === "nova" || lacksAnswerFormat(model),
  writeRequest: writeConverseRequest,
  send: (deployment, body, isStreamed) => bedrockRequest(deployment, isStreamed ? "converse-stream" : "converse", body),
  readAnswer: readConverseAnswer,
  readError: readBedrockError,
  reader: () => new ConverseEventReader(),
};
