import { z } from "zod";
import { MODEL_CALL } from "@/lib/auth/access";
import { callModel } from "@/lib/gateway/call/model-call";
import { isServed } from "@/lib/gateway/call/targets";
import { ESTIMATED_HEADER, estimatePromptTokens } from "@/lib/providers/estimate-usage";
import { checkRequired, LIST_OF_MESSAGES } from "@/lib/providers/model-routes";
import type { ModelCallContext, ModelOperation } from "@/lib/api/operation";
import { json, type ApiReply } from "@/lib/doors/contract";

const message = z.looseObject({
  id: z.string(),
  type: z.literal("message"),
  role: z.literal("assistant"),
  content: z.array(z.unknown()),
  stop_reason: z.string().nullable(),
});

const COUNT = "/messages/count_tokens";

const REQUIRED = [LIST_OF_MESSAGES];

function messageOperation({
  estimate,
  ...row
}: Pick<ModelOperation, "id" | "path" | "summary" | "output" | "hasStreams"> & {
  /** Answers for upstreams that do not serve the route. */
  readonly estimate?: (call: ModelCallContext) => ApiReply;
}): ModelOperation {
  return {
    ...row,
    ...MODEL_CALL,
    method: "POST",
    family: "anthropic_routes",
    modelBody: { body: "json", required: REQUIRED },
    async answer(call) {
      checkRequired(REQUIRED, call.modelBody);
      const asked = { model: call.modelBody.model, route: row.path };
      if (estimate && !isServed(asked, call.services.settings.current())) return estimate(call);
      return callModel(call.services, call, row.path);
    },
  };
}

/** The routes of the Anthropic API. Models of every provider answer in its dialect. */
export const messageOperations: readonly ModelOperation[] = [
  messageOperation({
    id: "messages.create",
    path: "/messages",
    summary: "Answer a conversation in the format of the Anthropic API, whole or streamed",
    hasStreams: true,
    output: message,
  }),
  messageOperation({
    id: "messages.count_tokens",
    path: COUNT,
    summary: "Count the tokens of a conversation without answering it; estimated where the provider does not count",
    output: z.looseObject({ input_tokens: z.number() }),
    estimate(call) {
      const counted = { input_tokens: estimatePromptTokens(COUNT, call.modelBody) };
      return json(counted, 200, { [ESTIMATED_HEADER]: "true" });
    },
  }),
];
