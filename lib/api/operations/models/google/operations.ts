import { z } from "zod";
import { MODEL_CALL } from "@/lib/auth/access";
import type { CallerOperation, ModelOperation } from "@/lib/api/operation";
import { json } from "@/lib/doors/contract";
import { callModel } from "@/lib/gateway/call/model-call";
import { isServed } from "@/lib/gateway/call/targets";
import { GOOGLE_ROUTES } from "@/lib/providers/dialects/google/routes";
import { writeCount } from "@/lib/providers/dialects/google/client/answer";
import { ESTIMATED_HEADER, estimatePromptTokens } from "@/lib/providers/estimate-usage";
import { googleModelOperations } from "./models";
import { asStreamed, streamForm } from "./streamed";

const answer = z.looseObject({ candidates: z.array(z.unknown()) });
const embedding = z.object({ values: z.array(z.number()) });

type Row = Pick<ModelOperation, "id" | "summary" | "output" | "answer"> & Partial<Pick<ModelOperation, "hasStreams">>;

function googleOperation(route: string, row: Row, isStreamed = false): ModelOperation {
  const [models = "", method = ""] = route.split(":");
  return {
    ...row,
    ...MODEL_CALL,
    method: "POST",
    path: `${models}/{model}:${method}`,
    route,
    family: "google_routes",
    modelBody: { body: "json", isStreamed },
  };
}

/** Google's Gemini API. Models of every provider answer in its dialect. */
export const googleOperations: readonly (ModelOperation | CallerOperation)[] = [
  ...googleModelOperations,
  googleOperation(GOOGLE_ROUTES.generate, {
    id: "google.generate",
    summary: "Answer a conversation in the format of Google's API",
    output: answer,
    answer: (call) => callModel(call.services, call, GOOGLE_ROUTES.generate),
  }),
  googleOperation(
    GOOGLE_ROUTES.stream,
    {
      id: "google.stream",
      summary:
        "Stream the answer of a conversation in the format of Google's API: as events with `alt=sse`, or as a list",
      output: z.array(answer),
      hasStreams: true,
      async answer(call) {
        const form = streamForm(call.request.query);
        return asStreamed(await callModel(call.services, call, GOOGLE_ROUTES.stream), form);
      },
    },
    true,
  ),
  googleOperation(GOOGLE_ROUTES.count, {
    id: "google.count",
    summary: "Count the tokens of a conversation without answering it; estimated where the provider does not count",
    output: z.looseObject({ totalTokens: z.number() }),
    async answer(call) {
      const { services, modelBody } = call;
      const asked = { model: modelBody.model, route: GOOGLE_ROUTES.count, startedAt: services.now() };
      if (isServed(asked, services.settings.current())) return callModel(services, call, asked.route);
      return json(writeCount(estimatePromptTokens(asked.route, modelBody)), 200, { [ESTIMATED_HEADER]: "true" });
    },
  }),
  googleOperation(GOOGLE_ROUTES.embed, {
    id: "google.embed",
    summary: "Create the embedding of a text in the format of Google's API",
    output: z.looseObject({ embedding }),
    answer: (call) => callModel(call.services, call, GOOGLE_ROUTES.embed),
  }),
  googleOperation(GOOGLE_ROUTES.embedBatch, {
    id: "google.embed_batch",
    summary: "Create the embeddings of several texts in the format of Google's API",
    output: z.looseObject({ embeddings: z.array(embedding) }),
    answer: (call) => callModel(call.services, call, GOOGLE_ROUTES.embedBatch),
  }),
];
