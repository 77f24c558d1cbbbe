import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import type { ApiReply } from "@/lib/doors/contract";
import { callModel } from "@/lib/gateway/call/model-call";
import type { Operation, OperationContext } from "@/lib/api/operation";

const message = z.looseObject({
  id: z.string(),
  type: z.literal("message"),
  role: z.literal("assistant"),
  content: z.array(z.unknown()),
  stop_reason: z.string().nullable(),
});

const MESSAGES = [
  { names: ["messages"], isMet: (value: unknown): boolean => Array.isArray(value), right: "a list of messages" },
] as const;

/** Anthropic's routes: a model of any provider answers in its dialect. */
export const messageOperations: readonly Operation[] = [
  {
    id: "messages.create",
    method: "POST",
    path: "/messages",
    family: "anthropic_routes",
    summary: "Answers a conversation in Anthropic's form, plain or as a stream.",
    modelBody: { body: "json", required: MESSAGES },
    hasStreams: true,
    output: message,
    handle: (context) => call(context, "/messages"),
  },
  {
    id: "messages.count_tokens",
    method: "POST",
    path: "/messages/count_tokens",
    family: "anthropic_routes",
    summary: "Counts the tokens of a conversation without answering it; of Anthropic's own models alone.",
    modelBody: { body: "json", required: MESSAGES },
    output: z.looseObject({ input_tokens: z.number() }),
    handle: (context) => call(context, "/messages/count_tokens"),
  },
];

async function call({ services, request, caller, modelBody }: OperationContext, route: string): Promise<ApiReply> {
  if (!caller || !modelBody) throw new GatewayError("internal_error", "The call has no caller.");
  if (!Array.isArray(modelBody.value["messages"])) {
    throw new GatewayError("invalid_request", '"messages" must be a list of messages.', { param: "messages" });
  }
  return callModel(services, request, caller, modelBody, route);
}
