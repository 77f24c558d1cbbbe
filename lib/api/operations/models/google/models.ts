import { defineOperation, type CallerContext, type CallerOperation } from "@/lib/api/operation";
import { GatewayError } from "@/lib/errors";
import { listedModels } from "@/lib/gateway/request/listed-models";
import { UnhurriedWork } from "@/lib/gateway/request/unhurried-work";
import { visibleModels } from "@/lib/gateway/request/visible-models";
import { listPricedModels } from "@/lib/prices/price";
import { GOOGLE_ROUTES } from "@/lib/providers/dialects/google/routes";
import { servesRoute } from "@/lib/providers/dialect";
import { askedModel } from "@/lib/providers/resolve-deployment";
import { resolveGroup } from "@/lib/router/resolve";
import {
  googleModelContracts,
  MOST_GOOGLE_MODELS,
  type GoogleModel,
} from "@/lib/wire/contracts/model-routes/google-models";
import { pageCandidates } from "../model-page";

/** `GET /v1beta/models` and `GET /v1beta/models/{model}`: the same models as `/models`, as Google shows its own. */
export const googleModelOperations: readonly CallerOperation[] = [
  defineOperation(googleModelContracts.list, async (context, { pageSize, pageToken }) => {
    const { services } = context;
    const size = Math.min(pageSize || MOST_GOOGLE_MODELS, MOST_GOOGLE_MODELS);
    const { models } = services.settings.current();
    const work = new UnhurriedWork(() => services.wait(0), services.now);
    const all = await listedModels(models, { listPricedModels, includePatterns: false }, work);
    const visible = await visibleModels(context);
    const found = await visible.filter(after(all, pageToken, visible.allows), size + 1);
    const page = found.slice(0, size);
    const last = page.at(-1);
    return {
      body: {
        models: page.map(({ name }) => modelView(name, context)),
        // The name of the last model: the list has no other order than its own.
        ...(found.length > size && last && { nextPageToken: last.name }),
      },
    };
  }),
  defineOperation(googleModelContracts.get, async (context, { model: name }) => {
    const { models } = context.services.settings.current();
    const isKnown = resolveGroup(name, models).length > 0 || models.some((entry) => entry.model_name === name);
    if (!isKnown || !(await visibleModels(context)).allows(name))
      throw new GatewayError("model_not_found", `The model ${JSON.stringify(name.slice(0, 120))} does not exist.`, {
        param: "model",
      });
    return { body: modelView(name, context) };
  }),
];

function after<Model extends { readonly name: string }>(
  models: readonly Model[],
  token: string | undefined,
  allows: (name: string) => boolean,
): Iterable<Model> {
  if (token === undefined || token === "") return models;
  try {
    return pageCandidates(models, { after_id: token }, allows).models;
  } catch {
    throw new GatewayError("invalid_request", "pageToken must be the nextPageToken of a page of this list.", {
      param: "pageToken",
    });
  }
}

function modelView(name: string, { services }: Pick<CallerContext, "services">): GoogleModel {
  const settings = services.settings.current();
  const upstreams = resolveGroup(name, settings.models).map((candidate) => askedModel(candidate, settings));
  const embeds = upstreams.some((upstream) => servesRoute(GOOGLE_ROUTES.embed, upstream));
  return {
    name: `models/${name}`,
    version: "",
    displayName: name,
    description: `By ${[...new Set(upstreams.map(({ provider }) => provider))].join(", ")}.`,
    supportedGenerationMethods: ["generateContent", "countTokens", ...(embeds ? ["embedContent"] : [])],
  };
}
