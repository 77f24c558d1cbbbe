import { MODEL_CALL } from "@/lib/auth/access";
import { checkCall, MODEL_ROUTES, type ModelRoute } from "@/lib/providers/model-routes";
import { listPricedModels } from "@/lib/prices/price";
import { GatewayError } from "@/lib/errors";
import { callModel } from "@/lib/gateway/call/model-call";
import { usableModelContracts, type UsableModel } from "@/lib/wire/contracts/models";
import { defineOperation, type CallerContext, type CallerOperation, type ModelOperation } from "@/lib/api/operation";
import { listedModels, type ListedModel } from "@/lib/gateway/request/listed-models";
import { UnhurriedWork } from "@/lib/gateway/request/unhurried-work";
import { visibleModels } from "@/lib/gateway/request/visible-models";
import { resolveGroup } from "@/lib/router/resolve";
import { splitUpstreamModel } from "@/lib/providers/table";
import { listBody } from "./list-body";
import { pageCandidates } from "./model-page";

/** Makes the operation of a model route. All of them call a model in the same way. */
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
    answer(call) {
      checkCall(route, call.modelBody);
      return callModel(call.services, call, route.path);
    },
  };
}

/** A list of more models than this is written in pieces. */
const MANY_MODELS = 1_000;

/** The routes of the OpenAI API: model calls, `GET /models` and `GET /models/{model}`. */
export const modelOperations: readonly (ModelOperation | CallerOperation)[] = [
  ...MODEL_ROUTES.map(callOperation),
  defineOperation(usableModelContracts.list, async (context, query) => {
    const { services } = context;
    const includePatterns = query.return_wildcard_routes === "true";
    const { models } = services.settings.current();
    const all = await listedModels(
      models,
      { listPricedModels, includePatterns },
      new UnhurriedWork(() => services.wait(0), services.now),
    );
    const visible = await visibleModels(context);
    const candidates = pageCandidates(all, query, visible.allows);
    // One model more than the page shows tells whether there is another page.
    const found = await visible.filter(candidates.models, query.limit === undefined ? undefined : query.limit + 1);
    const page = found.slice(0, query.limit);
    if (candidates.isReversed) page.reverse();
    const isPaged = query.limit !== undefined || query.after_id !== undefined || query.before_id !== undefined;
    const position = (isPaged || speaksAnthropic(context)) && {
      first_id: page[0]?.name ?? null,
      last_id: page.at(-1)?.name ?? null,
      has_more: found.length > page.length,
    };
    const list = { object: "list" as const, ...position };
    const view = (model: ListedModel): UsableModel => modelView(model, context);
    if (page.length <= MANY_MODELS) return { body: { ...list, data: page.map(view) } };
    const body = listBody({ ...list, data: page }, view, new UnhurriedWork(() => services.wait(0), services.now));
    return { raw: { status: 200, headers: { "content-type": "application/json" }, body } };
  }),
  defineOperation(usableModelContracts.get, async (context, { model: name }) => {
    const { models } = context.services.settings.current();
    const upstream =
      resolveGroup(name, models)[0]?.upstreamModel ??
      models.find((entry) => entry.model_name === name)?.gateway_params.model;
    if (upstream === undefined || !(await visibleModels(context)).allows(name))
      throw new GatewayError("model_not_found", `The model ${JSON.stringify(name.slice(0, 120))} does not exist.`, {
        param: "model",
      });
    return { body: modelView({ name, provider: splitUpstreamModel(upstream).provider }, context) };
  }),
];

/** Whether the client is made for the Anthropic API: such clients send `anthropic-version` with every call. */
function speaksAnthropic({ request }: Pick<CallerContext, "request">): boolean {
  return request.headers["anthropic-version"] !== undefined;
}

function modelView({ name, provider }: ListedModel, context: Pick<CallerContext, "request">): UsableModel {
  const view = { id: name, object: "model" as const, created: 0, owned_by: provider };
  // The release date is unknown; Anthropic's API reference allows the epoch for that.
  return speaksAnthropic(context)
    ? { ...view, type: "model", display_name: name, created_at: "1970-01-01T00:00:00Z" }
    : view;
}
