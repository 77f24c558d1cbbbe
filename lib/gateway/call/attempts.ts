import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { mayUse } from "@/lib/gateway/request/may-use";
import type { MaybePromise } from "@/lib/maybe-promise";
import { nextStep } from "@/lib/router/attempts";
import type { Choice } from "@/lib/router/balance";
import { blameFor, type Blame, type Failure } from "@/lib/router/failure";
import type { Services } from "../services";
import type { Call } from "./call";
import type { RunningAttempt } from "./deployment-states";
import { ModelGroup } from "./model-group";
import type { Target } from "./target";
import { fallbacksOf, servableTargets, targetsOf } from "./targets";

type AttemptServices = Pick<Services, "settings" | "prices" | "directory" | "deployments" | "now" | "random" | "wait">;

/** One attempt that is under way. */
export interface Attempt {
  readonly target: Target;
  readonly running: RunningAttempt;
  /** The model whose group the deployment is from: the one asked for, or a fallback. */
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

type NoChoice = Exclude<Choice, { kind: "chosen" }>;

/** Leads a call from deployment to deployment, and from its model to the fallbacks, until one serves it. */
export class Attempts {
  readonly #services: AttemptServices;
  readonly #call: Call;
  #group: ModelGroup;
  readonly #fallbacks: string[];
  readonly #hasFallbacks: boolean;
  readonly #totalMs: number | undefined;
  /** Attempts so far, on every model. */
  count = 0;

  constructor(services: AttemptServices, call: Call) {
    this.#services = services;
    this.#call = call;
    this.#group = new ModelGroup(call.model, call.targets);
    this.#fallbacks = [...fallbacksOf(services.settings.current(), call.model)];
    this.#hasFallbacks = this.#fallbacks.length > 0;
    this.#totalMs = call.targets[0]?.policy.totalMs;
  }

  /** Milliseconds until the call's own time is over; undefined: it has no time limit. */
  get leftMs(): number | undefined {
    return this.#totalMs === undefined ? undefined : this.#call.startedAt + this.#totalMs - this.#services.now();
  }

  /**
   * The first attempt, at once unless the caller's right to a fallback has to be asked about.
   * @throws GatewayError no_healthy_deployment, rate_limit_exceeded, with the time to come back
   */
  first(): MaybePromise<Attempt> {
    const chosen = this.#choose();
    return "deployment" in chosen ? this.#start(chosen) : this.#firstFallback(chosen);
  }

  async #firstFallback(noChoice: NoChoice): Promise<Attempt> {
    let last = noChoice;
    while (await this.#fallBack()) {
      const chosen = this.#choose();
      if ("deployment" in chosen) return this.#start(chosen);
      last = chosen;
    }
    throw unavailable(last, this.#call.model, this.#services.now());
  }

  /**
   * The next attempt after one has failed; undefined: its failure is the call's. `isSpent`: the body cannot be sent
   * again.
   */
  async after({ target, running }: Attempt, failure: Failure, isSpent = false): Promise<Attempt | undefined> {
    const { request } = this.#call;
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

  /** Counts a failure after the answer had begun against its deployment; no attempt can follow. */
  broke({ target, running }: Attempt, failure: Failure): void {
    running.failed(failure, "deployment", {
      cooldownMs: target.policy.cooldownMs,
      allowedFails: this.#allowedFails(target),
    });
  }

  /** Waits or goes over to a fallback, as the next step says. False: give up. */
  async #proceed({ policy }: Target, failure: Failure, blame: Blame): Promise<boolean> {
    const { deployments, now, random, wait } = this.#services;
    const { request, estimatedPromptTokens } = this.#call;
    const next = nextStep({
      blame,
      isSent: false,
      attempts: this.#group.attempts,
      retries: policy.retries,
      hasUntried: this.#group.hasUntried(deployments, estimatedPromptTokens),
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
        await wait(next.waitMs, goneSignal(request));
        return !request.isGone;
      case "fallback":
        return this.#fallBack();
      case "give up":
        return false;
    }
  }

  #choose(): Target | NoChoice {
    const { deployments, random } = this.#services;
    return this.#group.choose(deployments, random(), this.#call.estimatedPromptTokens);
  }

  #start(target: Target): Attempt {
    this.count++;
    this.#group.take(target);
    const { deployments, now } = this.#services;
    return {
      target,
      model: this.#group.model,
      running: deployments.start(target.deployment, this.#call.estimatedPromptTokens),
      startedAt: now(),
    };
  }

  /** Goes over to the next fallback that exists, serves the route and is open to the caller. */
  async #fallBack(): Promise<boolean> {
    for (let model = this.#fallbacks.shift(); model !== undefined; model = this.#fallbacks.shift()) {
      const targets = this.#fallbackTargets(model);
      if (!targets || !(await mayUse(this.#services, this.#call.caller, model))) continue;
      this.#group = new ModelGroup(model, targets);
      return true;
    }
    return false;
  }

  /** Undefined: the fallback does not serve the route, or only without a price where that is refused. */
  #fallbackTargets(model: string): readonly Target[] | undefined {
    const { settings, prices } = this.#services;
    const { route, startedAt } = this.#call;
    try {
      const targets = targetsOf({ model, route, startedAt }, settings.current(), prices.current());
      return targets && servableTargets(targets, model);
    } catch (error) {
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  }

  /** A deployment without an alternative gets no cooldown unless one is configured. */
  #allowedFails({ policy }: Target): number {
    const hasAlternative = this.#group.targets.length > 1 || this.#hasFallbacks;
    return policy.allowedFails ?? (hasAlternative ? 0 : Number.POSITIVE_INFINITY);
  }
}

/** `now`: milliseconds since the epoch. */
function unavailable(choice: NoChoice, model: string, now: number): GatewayError {
  const name = JSON.stringify(model.slice(0, 120));
  if (choice.kind === "all busy") {
    const untilNextMinute = Math.ceil((60_000 - (now % 60_000)) / 1_000);
    return new GatewayError(
      "rate_limit_exceeded",
      `Every deployment of ${name} has used up its requests or tokens of this minute.`,
      { headers: { "retry-after": String(untilNextMinute) } },
    );
  }
  const seconds = Math.max(1, Math.ceil((choice.until - now) / 1_000));
  return new GatewayError(
    "no_healthy_deployment",
    `Every deployment of ${name} is failing; the next is tried again in ${seconds} s.`,
    { headers: { "retry-after": String(seconds) } },
  );
}

/** Nobody waits longer for a retry than its caller does. */
function goneSignal(request: Pick<ApiRequest, "onGone">): AbortSignal {
  const gone = new AbortController();
  request.onGone(() => gone.abort());
  return gone.signal;
}
