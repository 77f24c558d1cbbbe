import { z } from "zod";
import { checkCall, MODEL_ROUTES, type ModelRoute } from "@/lib/providers/model-routes";
import { listPricedModels } from "@/lib/spend/price";
import { GatewayError } from "@/lib/errors";
import { json } from "../api";
import { callModel } from "../model-call";
import { defineOperation, type Operation, type OperationContext } from "../operation";
import { visibleModels } from "../visible-models";

const model = z.object({ id: z.string(), object: z.literal("model"), created: z.number(), owned_by: z.string() });

/** A row of the model routes as an operation: each calls a model in the same way. */
function callOperation(route: ModelRoute): Operation {
  return {
    id: route.id,
    method: "POST",
    path: route.path,
    family: "openai_routes",
    summary: route.summary,
    modelBody: route,
    output: route.output,
    async handle({ services, request, caller, modelBody }: OperationContext) {
      if (!caller || !modelBody) throw new GatewayError("internal_error", "The call has no caller.");
      checkCall(route, modelBody);
      return callModel(services, request, caller, modelBody, route.path);
    },
  };
}

export const modelOperations: readonly Operation[] = [
  ...MODEL_ROUTES.map(callOperation),
  defineOperation({
    id: "models.list",
    method: "GET",
    path: "/models",
    family: "openai_routes",
    summary: "Lists the models that this caller may use.",
    input: z.object({ return_wildcard_routes: z.enum(["true", "false"]).optional() }),
    output: z.object({ object: z.literal("list"), data: z.array(model) }),
    async handle(context, { return_wildcard_routes: patterns }) {
      const names = await visibleModels(context, { listPricedModels, includePatterns: patterns === "true" });
      return json({ object: "list", data: names.map(modelView) });
    },
  }),
  defineOperation({
    id: "models.get",
    method: "GET",
    path: "/models/{model}",
    family: "openai_routes",
    summary: "Shows one model that this caller may use.",
    input: z.object({ model: z.string() }),
    output: model,
    async handle(context, { model: name }) {
      const names = await visibleModels(context, { listPricedModels, includePatterns: false, asked: name });
      const found = names.find((candidate) => candidate.name === name);
      if (!found) throw new GatewayError("model_not_found", `The model ${JSON.stringify(name.slice(0, 120))} does not exist.`, { param: "model" });
      return json(modelView(found));
    },
  }),
];

function modelView({ name, provider }: { name: string; provider: string }) {
  return { id: name, object: "model", created: 0, owned_by: provider };
}
