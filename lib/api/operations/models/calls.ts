import { z } from "zod";
import { checkCall, MODEL_ROUTES, type ModelRoute } from "@/lib/providers/model-routes";
import { listPricedModels } from "@/lib/prices/price";
import { GatewayError } from "@/lib/errors";
import { json } from "@/lib/doors/contract";
import { callModel } from "@/lib/gateway/call/model-call";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { visibleModels, type VisibleModel } from "@/lib/gateway/request/visible-models";

const model = z.object({ id: z.string(), object: z.literal("model"), created: z.number(), owned_by: z.string() });

/** What Anthropic's clients expect beside that (platform.claude.com/docs/en/api/models). */
const anthropicModel = z.object({ type: z.literal("model"), display_name: z.string(), created_at: z.iso.datetime() });
const anthropicList = z.object({
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.literal(false),
});

const FOR_ANTHROPIC = "With `anthropic-version` in the request also what Anthropic's clients expect.";

/** A row of the model routes as an operation: each calls a model in the same way. */
function callOperation(route: ModelRoute): Operation {
  return {
    id: route.id,
    method: "POST",
    path: route.path,
    family: "openai_routes",
    summary: route.summary,
    modelBody: route,
    hasStreams: route.stream !== undefined,
    output: route.output,
    handle({ services, request, caller, modelBody }: OperationContext) {
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
    output: z
      .object({
        object: z.literal("list"),
        data: z.array(model.extend(anthropicModel.partial().shape)),
        ...anthropicList.partial().shape,
      })
      .describe(FOR_ANTHROPIC),
    async handle(context, { return_wildcard_routes: patterns }) {
      const names = await visibleModels(context, { listPricedModels, includePatterns: patterns === "true" });
      const data = names.map((found) => modelView(found, context));
      const ends = speaksAnthropic(context) && {
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: false,
      };
      return json({ object: "list", data, ...ends });
    },
  }),
  defineOperation({
    id: "models.get",
    method: "GET",
    path: "/models/{model}",
    family: "openai_routes",
    summary: "Shows one model that this caller may use.",
    input: z.object({ model: z.string() }),
    output: model.extend(anthropicModel.partial().shape).describe(FOR_ANTHROPIC),
    async handle(context, { model: name }) {
      const names = await visibleModels(context, { listPricedModels, includePatterns: false, asked: name });
      const found = names.find((candidate) => candidate.name === name);
      if (!found)
        throw new GatewayError("model_not_found", `The model ${JSON.stringify(name.slice(0, 120))} does not exist.`, {
          param: "model",
        });
      return json(modelView(found, context));
    },
  }),
];

/** Anthropic's clients send its version with every call. */
function speaksAnthropic({ request }: Pick<OperationContext, "request">): boolean {
  return request.headers["anthropic-version"] !== undefined;
}

function modelView(
  { name, provider }: VisibleModel,
  context: Pick<OperationContext, "request">,
): z.output<typeof model> & Partial<z.output<typeof anthropicModel>> {
  const view = { id: name, object: "model" as const, created: 0, owned_by: provider };
  // When it was made is not known; the reference has the first moment of the epoch for that.
  return speaksAnthropic(context)
    ? { ...view, type: "model", display_name: name, created_at: "1970-01-01T00:00:00Z" }
    : view;
}
