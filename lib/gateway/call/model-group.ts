import { GatewayError } from "@/lib/errors";
import type { Adapter } from "@/lib/providers/adapter";
import { adapterFor } from "@/lib/providers/dialect";
import { chooseDeployment, type Choice } from "@/lib/router/balance";
import { deploymentOf, type Deployment } from "@/lib/providers/deployment";
import { resolveGroup } from "@/lib/router/resolve";
import { routingPolicy, type RoutingPolicy } from "@/lib/router/routing-policy";
import type { Settings } from "@/lib/config/schema";
import type { DeploymentStates } from "./deployment-states";

/** A deployment that could serve a call, and how. */
export interface Target {
  readonly deployment: Deployment;
  readonly adapter: Adapter;
  readonly policy: RoutingPolicy;
  /** The upstream's name of the model is the operator's, not taken from the caller's. */
  readonly isPinned: boolean;
}

/** The deployments of one model name that serve a route, as one call goes through them. */
export class ModelGroup {
  /** How often this call has tried one of them. */
  attempts = 0;
  readonly #tried: Target[] = [];
  /** Refused the gateway's key: of no use to this call again. */
  readonly #barred: Target[] = [];

  constructor(
    readonly model: string,
    readonly targets: readonly Target[],
  ) {}

  /** A deployment to try: one that this call has not tried, else any. `random`: from 0 to below 1. */
  choose(states: DeploymentStates, random: number, tokens: number): Target | Exclude<Choice, { kind: "chosen" }> {
    const usable = without(this.targets, this.#barred);
    const untried = chooseAmong(without(usable, this.#tried), states, random, tokens);
    return "deployment" in untried ? untried : chooseAmong(usable, states, random, tokens);
  }

  take(target: Target): void {
    this.attempts++;
    this.#tried.push(target);
  }

  bar(target: Target): void {
    this.#barred.push(target);
  }

  /** Whether a deployment that this call has not tried may get it now. */
  hasUntried(states: DeploymentStates, tokens: number): boolean {
    return "deployment" in chooseAmong(without(this.targets, this.#tried), states, 0, tokens);
  }

  /** Milliseconds until one of them may be tried again; undefined: none may, by this call. */
  againInMs(states: DeploymentStates, now: number): number | undefined {
    const waits = this.targets.flatMap((target) => {
      if (this.#barred.includes(target)) return [];
      const { availability } = states.contender(target.deployment);
      return [availability.state === "resting" ? availability.until - now : 0];
    });
    return waits.length === 0 ? undefined : Math.min(...waits);
  }
}

function without(targets: readonly Target[], left: readonly Target[]): readonly Target[] {
  return left.length === 0 ? targets : targets.filter((target) => !left.includes(target));
}

function chooseAmong(
  targets: readonly Target[],
  states: DeploymentStates,
  random: number,
  tokens: number,
): Target | Exclude<Choice, { kind: "chosen" }> {
  const choice = chooseDeployment(
    targets.map(({ deployment }) => states.contender(deployment)),
    { random, tokens },
  );
  if (choice.kind !== "chosen") return choice;
  const target = targets[choice.position];
  if (!target) throw new RangeError("a position that is none of the group's was chosen");
  return target;
}

type Routes = Pick<Settings, "models" | "general" | "providerKeys" | "unusable">;

/**
 * The group that serves a model on a route; undefined: no entry serves the name. Entries whose provider does not serve
 * the route are left out. @throws GatewayError when none of them can serve it
 */
export function groupOf(settings: Routes, model: string, route: string): ModelGroup | undefined {
  const targets = knownTargets(settings, model, route);
  return targets && new ModelGroup(model, targets);
}

/** What settings say of a name is worked out once. Callers choose the names, so it is forgotten now and then. */
const known = new WeakMap<Routes, Map<string, readonly Target[]>>();
const MOST_KNOWN = 4_096;
const LONGEST_NAME = 256;

function knownTargets(settings: Routes, model: string, route: string): readonly Target[] | undefined {
  if (model.length > LONGEST_NAME) return targetsOf(settings, model, route);
  let names = known.get(settings);
  if (!names) known.set(settings, (names = new Map()));
  const key = `${route}\n${model}`;
  let targets = names.get(key);
  if (!targets) {
    targets = targetsOf(settings, model, route);
    if (!targets) return undefined;
    if (names.size >= MOST_KNOWN) names.clear();
    names.set(key, targets);
  }
  return targets;
}

function targetsOf(
  { models, general, providerKeys, unusable }: Routes,
  model: string,
  route: string,
): readonly Target[] | undefined {
  const candidates = resolveGroup(model, models);
  if (candidates.length === 0) return undefined;
  const targets: Target[] = [];
  let fault: GatewayError | undefined;
  for (const candidate of candidates) {
    try {
      const deployment = deploymentOf(candidate, providerKeys);
      if (unusable.has(deployment.id))
        throw new GatewayError(
          "no_healthy_deployment",
          `This node cannot use the entry that serves ${JSON.stringify(model.slice(0, 120))}; its administrators see why in /model/info.`,
        );
      targets.push({
        deployment,
        adapter: adapterFor(route, deployment),
        policy: routingPolicy(candidate.entry, general),
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

/** The models that a call goes to when its own cannot serve it: those of the name asked for, else of the entry that serves it. */
export function fallbacksOf(
  { models, general: { fallbacks } }: Pick<Settings, "models" | "general">,
  model: string,
): readonly string[] {
  // Most gateways have none, and this is asked on every call.
  const names = Object.keys(fallbacks);
  if (names.length === 0) return [];
  const entryName = resolveGroup(model, models)[0]?.entry.model_name;
  const named = [model, entryName].find((name) => name !== undefined && Object.hasOwn(fallbacks, name));
  return named === undefined ? [] : (fallbacks[named] ?? []).filter((fallback) => fallback !== model);
}
