import { setTimeout as pause } from "node:timers/promises";
import { GatewayError } from "@/lib/errors";
import { nextStep } from "@/lib/router/attempts";
import type { Choice } from "@/lib/router/balance";
import { blameFor, type Blame, type Failure } from "@/lib/router/failure";
import type { ApiRequest } from "@/lib/doors/contract";
import type { RunningAttempt } from "./deployment-states";
import { fallbacksOf, groupOf, type ModelGroup, type Target } from "./model-group";
import type { Services } from "../services";
import { checkPrice, pricedGroup, requestedGroup, type PlacedCall } from "./serving-group";

export interface AttemptsOptions extends PlacedCall {
  readonly services: Pick<Services, "settings" | "prices" | "deployments" | "now" | "random">;
  readonly request: Pick<ApiRequest, "isGone" | "onGone">;
  /** What the call will take, as estimated. */
  readonly tokens: number;
  /** Whether the caller may use another model in place of theirs. */
  readonly mayUse: (model: string) => Promise<boolean>;
}

/** One attempt that is under way. */
export interface Attempt {
  readonly target: Target;
  readonly running: RunningAttempt;
  /** The model whose group it is from: the one asked for, or a fallback. */
  readonly model: string;
  /** It has no price, which its log and answer are to say. */
  readonly warnsOfPrice: boolean;
}

type Refusal = Exclude<Choice, { kind: "chosen" }>;

/** How a call goes from deployment to deployment, and from its model to the fallbacks, until one serves it. */
export class Attempts {
  readonly #options: AttemptsOptions;
  #group: ModelGroup;
  readonly #fallbacks: string[];
  readonly #hasFallbacks: boolean;
  #totalMs: number | undefined;
  /** Attempts so far, on every model. */
  count = 0;

  /** @throws GatewayError model_not_found, model_unpriced, invalid_request when the model does not serve the route */
  constructor(options: AttemptsOptions) {
    this.#options = options;
    const settings = options.services.settings.current();
    this.#group = pricedGroup(requestedGroup(options, settings), options, settings, options.services.prices.current());
    this.#fallbacks = [...fallbacksOf(settings, options.model)];
    this.#hasFallbacks = this.#fallbacks.length > 0;
    this.#totalMs = this.#group.targets[0]?.policy.totalMs;
  }

  /** Where the call may go as long as its model serves it. */
  get targets(): readonly Target[] {
    return this.#group.targets;
  }

  /** Milliseconds until the call's own time is over; undefined: without end. */
  get leftMs(): number | undefined {
    return this.#totalMs === undefined
      ? undefined
      : this.#options.startedAt + this.#totalMs - this.#options.services.now();
  }

  /** The first attempt, at once unless a fallback has to be asked about. @throws GatewayError no_healthy_deployment, rate_limit_exceeded, with the time to come back */
  first(): Attempt | Promise<Attempt> {
    const chosen = this.#choose();
    return "deployment" in chosen ? this.#start(chosen) : this.#firstFallback(chosen);
  }

  async #firstFallback(refusal: Refusal): Promise<Attempt> {
    let refused = refusal;
    while (await this.#fallBack()) {
      const chosen = this.#choose();
      if ("deployment" in chosen) return this.#start(chosen);
      refused = chosen;
    }
    throw unavailable(refused, this.#options);
  }

  /** What to try after an attempt has failed; undefined: its failure is the call's. `isSpent`: what was sent cannot be sent again. */
  async after({ target, running }: Attempt, failure: Failure, isSpent = false): Promise<Attempt | undefined> {
    const { request } = this.#options;
    const blame = blameFor(failure, target.isPinned);
    if (blame === "caller" || request.isGone) {
      if (!request.isGone) running.succeeded();
      running.end();
      return undefined;
    }
    running.failed(failure, blame, { cooldownMs: target.policy.cooldownMs, allowedFails: this.#allowedFails(target) });
    running.end(0);
    if (blame === "access") this.#group.bar(target);
    if (isSpent) return undefined;
    let goesOn = await this.#proceed(target, failure, blame);
    while (goesOn) {
      const chosen = this.#choose();
      if ("deployment" in chosen) return this.#start(chosen);
      goesOn = await this.#fallBack();
    }
    return undefined;
  }

  /** A failure after the answer had begun: it counts, and nothing follows. */
  broke({ target, running }: Attempt, failure: Failure): void {
    running.failed(failure, "deployment", {
      cooldownMs: target.policy.cooldownMs,
      allowedFails: this.#allowedFails(target),
    });
  }

  /** Waits, or goes over to a fallback, as the next step says. False: give up. */
  async #proceed({ policy }: Target, failure: Failure, blame: Blame): Promise<boolean> {
    const { services, request, tokens } = this.#options;
    const { deployments, now, random } = services;
    const next = nextStep({
      blame,
      isSent: false,
      attempts: this.#group.attempts,
      retries: policy.retries,
      hasUntried: this.#group.hasUntried(deployments, tokens),
      againInMs: this.#group.againInMs(deployments, now()),
      retryAfterMs: failure.kind === "status" ? failure.retryAfterMs : undefined,
      retryAfterMaxMs: policy.retryAfterMaxMs,
      leftMs: this.leftMs,
      hasFallback: this.#fallbacks.length > 0,
      random: random(),
    });
    switch (next.step) {
      case "next deployment":
        return true;
      case "again":
        await waitFor(next.waitMs, request);
        return !request.isGone;
      case "fallback":
        return this.#fallBack();
      case "give up":
        return false;
    }
  }

  #choose(): Target | Refusal {
    const { services, tokens } = this.#options;
    return this.#group.choose(services.deployments, services.random(), tokens);
  }

  #start(target: Target): Attempt {
    this.count++;
    this.#group.take(target);
    const { services, tokens } = this.#options;
    const warnsOfPrice =
      checkPrice(target, this.#options, services.settings.current(), services.prices.current()) === "warn";
    return {
      target,
      model: this.#group.model,
      warnsOfPrice,
      running: services.deployments.start(target.deployment, tokens),
    };
  }

  /** Goes over to the next fallback that there is and that the caller may use. */
  async #fallBack(): Promise<boolean> {
    const { mayUse } = this.#options;
    for (let model = this.#fallbacks.shift(); model !== undefined; model = this.#fallbacks.shift()) {
      const group = servingGroup(model, this.#options);
      if (!group || !(await mayUse(model))) continue;
      this.#group = group;
      return true;
    }
    return false;
  }

  /** What nothing can stand in for is never put aside, unless the configuration says so. */
  #allowedFails({ policy }: Target): number {
    const isReplaceable = this.#group.targets.length > 1 || this.#hasFallbacks;
    return policy.allowedFails ?? (isReplaceable ? 0 : Number.POSITIVE_INFINITY);
  }
}

/** A fallback that does not serve the route, or only without a price where that is refused, is none. */
function servingGroup(model: string, options: AttemptsOptions): ModelGroup | undefined {
  const { settings, prices } = options.services;
  try {
    const group = groupOf(settings.current(), model, options.route);
    return group && pricedGroup(group, options, settings.current(), prices.current());
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

function unavailable(choice: Refusal, { services, model }: AttemptsOptions): GatewayError {
  const name = JSON.stringify(model.slice(0, 120));
  const now = services.now();
  if (choice.kind === "all busy") {
    const untilNextMinute = Math.ceil((60_000 - (now % 60_000)) / 1_000);
    return new GatewayError(
      "rate_limit_exceeded",
      `Every deployment of ${name} has had the requests or tokens that it may have in this minute.`,
      {
        headers: { "retry-after": String(untilNextMinute) },
      },
    );
  }
  const seconds = Math.max(1, Math.ceil((choice.until - now) / 1_000));
  return new GatewayError(
    "no_healthy_deployment",
    `Every deployment of ${name} is failing; the next is tried again in ${seconds} s.`,
    {
      headers: { "retry-after": String(seconds) },
    },
  );
}

/** Waits, but no longer than the caller does. */
async function waitFor(milliseconds: number, request: Pick<ApiRequest, "onGone">): Promise<void> {
  const gone = new AbortController();
  request.onGone(() => gone.abort());
  await pause(milliseconds, undefined, { signal: gone.signal }).catch(() => {});
}
