import { z } from "zod";
import { deploymentId } from "@/lib/router/deployment";
import { checkCall, MODEL_ROUTES, type ModelRoute } from "@/lib/providers/model-routes";
import { splitUpstreamModel } from "@/lib/providers/table";
import type { ModelEntry } from "@/lib/config/schema";
import { isPriced, listPricedModels } from "@/lib/spend/price";
import { GatewayError } from "@/lib/errors";
import { resolution, resolutionView } from "@/lib/wire/resolution";
import { json } from "../api";
import { callModel } from "../model-call";
import { defineOperation, type Operation, type OperationContext } from "../operation";
import type { Services } from "../services";
import { visibleModels } from "../visible-models";

const model = z.object({ id: z.string(), object: z.literal("model"), created: z.number(), owned_by: z.string() });

const entryView = z.object({
  id: z.string(),
  model_name: z.string(),
  upstream_model: z.string(),
  provider: z.string(),
  api_base: z.string().nullable(),
  source: z.literal("file"),
  priced: z.boolean(),
});

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
  defineOperation({
    id: "model.info",
    method: "GET",
    path: "/model/info",
    family: "management_routes",
    summary: "Lists the entries of the model list, without their keys.",
    output: z.object({ data: z.array(entryView) }),
    async handle({ services }) {
      return json({ data: services.settings.current().models.map((entry, index) => viewEntry(services, entry, index)) });
    },
  }),
  defineOperation({
    id: "model.resolve",
    method: "POST",
    path: "/model/resolve",
    family: "management_routes",
    summary: "Says which entry serves a model name, and which others would.",
    input: z.strictObject({ model: z.string().min(1).max(1024) }),
    output: resolution,
    async handle({ services }, { model: requested }) {
      return json(resolutionView(requested, services.settings.current().models));
    },
  }),
];

function modelView({ name, provider }: { name: string; provider: string }) {
  return { id: name, object: "model", created: 0, owned_by: provider };
}

function viewEntry({ prices, now }: Services, entry: ModelEntry, index: number) {
  const { provider, model: upstream } = splitUpstreamModel(entry.gateway_params.model);
  return {
    id: deploymentId(entry, index),
    model_name: entry.model_name,
    upstream_model: entry.gateway_params.model,
    provider,
    api_base: entry.gateway_params.api_base ?? null,
    source: "file",
    priced: upstream.includes("*") ? listPricedModels(provider).length > 0 : isPriced(provider, upstream, entry, prices.current(), now()),
  };
}
