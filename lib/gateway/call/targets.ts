import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { findPrices, largestInput } from "@/lib/prices/price";
import type { PriceCatalog } from "@/lib/prices/price-catalog";
import { pricedFor } from "@/lib/prices/price-table";
import { checkPriced, modelUnpriced } from "@/lib/prices/unpriced";
import { askedSearchSize } from "@/lib/providers/dialects/client-routes";
import { askedModel, deploymentOf } from "@/lib/providers/resolve-deployment";
import { adapterFor, servesRoute } from "@/lib/providers/dialect";
import { resolveGroup } from "@/lib/router/resolve";
import { routingPolicy } from "@/lib/router/routing-policy";
import type { Call } from "./call";
import type { ConfiguredTarget, Target } from "./target";

/** The part of a call that decides which deployments may serve it; by its body, what its searches of the web cost. */
export type PlacedCall = Pick<Call, "model" | "route" | "startedAt"> & Partial<Pick<Call, "body">>;

/**
 * The deployments of the model that a call asks for, including those that are refused because they have no price.
 * @throws GatewayError model_not_found, and what `targetsOf` throws
 */
export function requestedTargets(call: PlacedCall, settings: Settings, catalog: PriceCatalog): readonly Target[] {
  const targets = targetsOf(call, settings, catalog);
  if (targets) return targets;
  const name = JSON.stringify(call.model.slice(0, 120));
  throw new GatewayError("model_not_found", `The model ${name} does not exist.`, { param: "model" });
}

/**
 * Whether any entry that serves a model has a provider that serves the route. A model that does not exist counts as
 * served: its call says so.
 */
export function isServed({ model, route }: Pick<PlacedCall, "model" | "route">, settings: Settings): boolean {
  const candidates = resolveGroup(model, settings.models);
  return candidates.length === 0 || candidates.some((candidate) => servesRoute(route, askedModel(candidate, settings)));
}

/**
 * Leaves out the deployments at which a call without a price is refused.
 * @throws GatewayError model_unpriced when none is left
 */
export function servableTargets(targets: readonly Target[], model: string): readonly Target[] {
  if (!targets.some(isRefused)) return targets;
  const servable = targets.filter((target) => !isRefused(target));
  if (servable.length === 0) throw modelUnpriced(model);
  return servable;
}

function isRefused({ priceCheck }: Target): boolean {
  return priceCheck === "refuse";
}

/**
 * The deployments that serve a model on a route; undefined: no entry serves the name. Entries whose provider does not
 * serve the route, or that this node cannot use, are left out. @throws GatewayError when none is left
 */
export function targetsOf(
  { model, route, startedAt: at, body }: PlacedCall,
  settings: Settings,
  catalog: PriceCatalog,
): readonly Target[] | undefined {
  return configuredTargets(settings, model, route)?.map((configured) => {
    const { deployment, adapter, policy, addedMaximum, largestInput, isPinned } = configured;
    const { provider, model: upstreamModel, entry } = deployment;
    const found = findPrices({ provider, model: upstreamModel, at }, entry, catalog);
    const price = found?.searches && body ? pricedFor(found, askedSearchSize(route, body.value)) : found;
    const priceCheck = checkPriced(route, price, entry, settings.general);
    // A spread would take 2 µs of each call, and leave half a kilobyte to the slow collector.
    return { deployment, adapter, policy, addedMaximum, largestInput, isPinned, price, priceCheck };
  });
}

type Routes = Pick<Settings, "models" | "general" | "credentials" | "providerKeys" | "providerVariables" | "unusable">;

/** By settings, then by route and model. Callers choose the names of models, so the memory of names is bounded. */
const configured = new WeakMap<Routes, Map<string, readonly ConfiguredTarget[]>>();
const MOST_NAMES = 4_096;
const LONGEST_NAME = 256;

function configuredTargets(settings: Routes, model: string, route: string): readonly ConfiguredTarget[] | undefined {
  if (model.length > LONGEST_NAME) return configureTargets(settings, model, route);
  let names = configured.get(settings);
  if (!names) configured.set(settings, (names = new Map()));
  const key = `${route}\n${model}`;
  let targets = names.get(key);
  if (!targets) {
    targets = configureTargets(settings, model, route);
    if (!targets) return undefined;
    if (names.size >= MOST_NAMES) names.clear();
    names.set(key, targets);
  }
  return targets;
}

function configureTargets(settings: Routes, model: string, route: string): readonly ConfiguredTarget[] | undefined {
  const { models, general, unusable } = settings;
  const candidates = resolveGroup(model, models);
  if (candidates.length === 0) return undefined;
  const targets: ConfiguredTarget[] = [];
  let fault: GatewayError | undefined;
  for (const candidate of candidates) {
    try {
      const deployment = deploymentOf(candidate, settings);
      if (unusable.has(deployment.id)) throw unusableEntry(model);
      const adapter = adapterFor(route, deployment);
      targets.push({
        deployment,
        adapter,
        policy: routingPolicy(candidate.entry, general),
        addedMaximum: adapter.addedMaximum?.(deployment),
        largestInput: largestInput(deployment, candidate.entry),
        isPinned: !candidate.entry.gateway_params.model.includes("*"),
      });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      fault = error;
    }
  }
  if (targets.length === 0 && fault) throw fault;
  return targets;
}

function unusableEntry(model: string): GatewayError {
  return new GatewayError(
    "no_healthy_deployment",
    `This node cannot use the entry that serves ${JSON.stringify(model.slice(0, 120))}; its administrators see why in /model/info.`,
  );
}

/**
 * The models that a call falls back to when its own cannot serve it: those of the name asked for, else of the entry
 * that serves it.
 */
export function fallbacksOf(
  { models, general: { fallbacks } }: Pick<Settings, "models" | "general">,
  model: string,
): readonly string[] {
  // Every call asks for its fallbacks, and most gateways have none.
  const names = Object.keys(fallbacks);
  if (names.length === 0) return [];
  const entryName = resolveGroup(model, models)[0]?.entry.model_name;
  const named = [model, entryName].find((name) => name !== undefined && Object.hasOwn(fallbacks, name));
  return named === undefined ? [] : (fallbacks[named] ?? []).filter((fallback) => fallback !== model);
}
