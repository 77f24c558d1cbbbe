import { z } from "zod";
import { MODEL_CALL } from "@/lib/auth/access";
import { callModel } from "@/lib/gateway/call/model-call";
import { checkRequired, LIST_OF_MESSAGES } from "@/lib/providers/model-routes";
import type { ModelOperation } from "@/lib/api/operation";

const message = z.looseObject({
  id: z.string(),
  type: z.literal("message"),
  role: z.literal("assistant"),
  content: z.array(z.unknown()),
  stop_reason: z.string().nullable(),
});

const REQUIRED = [LIST_OF_MESSAGES];

function messageOperation(
  row: Pick<ModelOperation, "id" | "path" | "summary" | "output" | "hasStreams">,
): ModelOperation {
  return {
    ...row,
    ...MODEL_CALL,
    method: "POST",
    family: "anthropic_routes",
    modelBody: { body: "json", required: REQUIRED },
    async answer(call) {
      checkRequired(REQUIRED, call.modelBody);
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
    path: "/messages/count_tokens",
    summary: "Count the tokens of a conversation without answering it; only for models of Anthropic",
    output: z.looseObject({ input_tokens: z.number() }),
  }),
];
