import { MODEL_CALL } from "@/lib/auth/access";
import { checkCall, MODEL_ROUTES, type ModelRoute } from "@/lib/providers/model-routes";
import { listPricedModels } from "@/lib/prices/price";
import { GatewayError } from "@/lib/errors";
import { callModel } from "@/lib/gateway/call/model-call";
import { usableModelContracts, type UsableModel } from "@/lib/wire/contracts/models";
import { defineOperation, type CallerContext, type CallerOperation, type ModelOperation } from "@/lib/api/operation";
import { visibleModels, type VisibleModel } from "@/lib/gateway/request/visible-models";

/** Makes an operation of a model route. All of them call a model in the same way. */
function callOperation(route: ModelRoute): ModelOperation {
  return {
    ...MODEL_CALL,
    id: route.id,
    method: "POST",
    path: route.path,
    family: "openai_routes",
    summary: route.summary,
    modelBody: route,
    hasStreams: route.stream !== undefined,
    output: route.output,
    answer({ services, request, caller, modelBody }) {
      checkCall(route, modelBody);
      return callModel(services, request, caller, modelBody, route.path);
    },
  };
}

/** The routes of the OpenAI API: model calls, `GET /models` and `GET /models/{model}`. */
export const modelOperations: readonly (ModelOperation | CallerOperation)[] = [
  ...MODEL_ROUTES.map(callOperation),
  defineOperation(usableModelContracts.list, async (context, { return_wildcard_routes: patterns }) => {
    const names = await visibleModels(context, { listPricedModels, includePatterns: patterns === "true" });
    const data = names.map((found) => modelView(found, context));
    const list = { object: "list", data } as const;
    if (!speaksAnthropic(context)) return { body: list };
    return {
      body: { ...list, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: false as const },
    };
  }),
  defineOperation(usableModelContracts.get, async (context, { model: name }) => {
    const names = await visibleModels(context, { listPricedModels, includePatterns: false, asked: name });
    const found = names.find((candidate) => candidate.name === name);
    if (!found)
      throw new GatewayError("model_not_found", `The model ${JSON.stringify(name.slice(0, 120))} does not exist.`, {
        param: "model",
      });
    return { body: modelView(found, context) };
  }),
];

/** Whether the client is one for the Anthropic API: these send `anthropic-version` with every call. */
function speaksAnthropic({ request }: Pick<CallerContext, "request">): boolean {
  return request.headers["anthropic-version"] !== undefined;
}

function modelView({ name, provider }: VisibleModel, context: Pick<CallerContext, "request">): UsableModel {
  const view = { id: name, object: "model" as const, created: 0, owned_by: provider };
  // The release date is unknown; Anthropic's API reference allows the epoch for that.
  return speaksAnthropic(context)
    ? { ...view, type: "model", display_name: name, created_at: "1970-01-01T00:00:00Z" }
    : view;
}
