import { MODEL_CALL } from "@/lib/auth/access";
import type { AccessRequest } from "@/lib/auth/decision";
import type { RouteFamily } from "@/lib/auth/routes";
import { MODEL_ROUTES } from "@/lib/providers/model-routes";
import { splitUpstreamModel } from "@/lib/providers/table";
import { resolveModel } from "@/lib/router/resolve";
import { captureStars, fillStars } from "@/lib/patterns/wildcard";
import { requestedTeam } from "./access-request";
import type { ApiRequest } from "@/lib/doors/contract";
import type { Services } from "../services";
import type { Caller } from "./caller";
import { decideAbout, loadKnownIdentity } from "./known-identity";

export interface VisibleModel {
  readonly name: string;
  readonly provider: string;
}

export interface VisibleModelsOptions {
  /** The known models of a provider, to expand a wildcard entry with. */
  readonly listPricedModels: (provider: string) => readonly string[];
  /** Whether the patterns themselves are listed too. */
  readonly includePatterns: boolean;
  /** A name to decide about even if no expansion lists it. */
  readonly asked?: string;
}

/** The routes that call models. A caller who may use only some of them is shown the models of those. */
const CALLS: readonly { readonly route: string; readonly family: RouteFamily }[] = [
  ...MODEL_ROUTES.map(({ path }) => ({ route: path, family: "openai_routes" as const })),
  { route: "/messages", family: "anthropic_routes" },
];

/** The names of the models that this caller may use: each is decided about just as a call would be. */
export async function visibleModels(
  {
    services,
    request: { headers },
    caller,
  }: { readonly services: Services; readonly request: ApiRequest; readonly caller: Caller },
  options: VisibleModelsOptions,
): Promise<VisibleModel[]> {
  const settings = services.settings.current();
  const asked: AccessRequest = {
    method: "POST",
    route: "/chat/completions",
    family: "openai_routes",
    ...MODEL_CALL,
    model: undefined,
    requestedTeam: requestedTeam(headers),
    endUser: undefined,
  };
  const known = await loadKnownIdentity(services.directory, caller.identity, asked);
  const now = services.now();
  const allows = (request: AccessRequest): boolean => decideAbout(known, request, settings, now).allow;
  const request = CALLS.map((call) => ({ ...asked, ...call })).find(allows) ?? asked;
  const names = new Set(
    settings.models.flatMap((entry) => expand(entry.model_name, entry.gateway_params.model, options)),
  );
  if (options.asked !== undefined) names.add(options.asked);
  return [...names].flatMap((name) => {
    const winner =
      resolveModel(name, settings.models).winner ?? settings.models.find((entry) => entry.model_name === name);
    if (!winner) return [];
    const upstream = "upstreamModel" in winner ? winner.upstreamModel : winner.gateway_params.model;
    return allows({ ...request, model: name }) ? [{ name, provider: splitUpstreamModel(upstream).provider }] : [];
  });
}

/**
 * The names that callers would use: an exact name as it is, and for a pattern the provider's known models that match
 * it.
 */
function expand(
  modelName: string,
  upstreamModel: string,
  { listPricedModels, includePatterns }: VisibleModelsOptions,
): string[] {
  if (!modelName.includes("*")) return [modelName];
  const { provider, model } = splitUpstreamModel(upstreamModel);
  const known = model.includes("*") ? listPricedModels(provider) : [];
  const names = known.flatMap((name) => {
    const captures = captureStars(model, name);
    return captures ? [fillStars(modelName, captures)] : [];
  });
  return includePatterns ? [modelName, ...names] : names;
}
