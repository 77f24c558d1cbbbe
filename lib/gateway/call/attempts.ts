import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { mayUse } from "@/lib/gateway/request/may-use";
import { costOfCall } from "@/lib/limits/call-cost";
import type { Hold } from "@/lib/limits/hold";
import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import { nextStep } from "@/lib/router/attempts";
import { againInMs } from "@/lib/router/again-in";
import type { CooldownPolicy } from "@/lib/router/cooldown";
import { blameFor, type Blame, type Failure } from "@/lib/router/failure";
import type { Services } from "../services";
import type { Call } from "./call";
import type { RunningAttempt } from "./deployment-states";
import { ModelGroup, type TargetChoice } from "./model-group";
import type { Target } from "./target";
import { fallbacksOf, servableTargets, targetsOf } from "./targets";

type AttemptServices = Pick<Services, "settings" | "prices" | "directory" | "deployments" | "now" | "random" | "wait">;

/** One attempt that is in flight. */
export interface Attempt {
  readonly target: Target;
  readonly running: RunningAttempt;
  /** The model whose group the deployment is from: the one asked for, or a fallback. */
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

type NoChoice = Exclude<TargetChoice, { kind: "chosen" }>;

/** A deployment on cooldown that may be asked if nothing else serves the call. */
interface Resort {
  readonly group: ModelGroup;
  readonly target: Target;
}

/** Leads a call from deployment to deployment, and from its model to the fallbacks, until one serves it. */
export class Attempts {
  readonly #services: AttemptServices;
  readonly #call: Call;
  readonly #hold: Pick<Hold, "raise">;
  #group: ModelGroup;
  readonly #fallbacks: string[];
  readonly #hasFallbacks: boolean;
  readonly #totalMs: number | undefined;
  /** Attempts so far, on every model. */
  count = 0;

  constructor(services: AttemptServices, call: Call, hold: Pick<Hold, "raise">) {
    this.#services = services;
    this.#call = call;
    this.#hold = hold;
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
   * The first attempt. It is a promise only if a fallback has to serve, for which rights and budgets are checked.
   * @throws GatewayError no_healthy_deployment, rate_limit_exceeded, with Retry-After
   */
  first(): MaybePromise<Attempt> {
    const found = this.#find();
    return isPromise(found) ? found.then((target) => this.#startFirst(target)) : this.#startFirst(found);
  }

  #startFirst(found: Target | NoChoice): Attempt {
    if ("deployment" in found) return this.#start(found);
    throw unavailable(found, this.#call.model, this.#services.now());
  }

  /**
   * The next attempt after one has failed; undefined: the call has failed with it. `isSpent`: the body cannot be sent
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
    if (blame === "elsewhere") {
      running.succeeded();
      running.end(0);
      this.#group.passOver(target);
      return isSpent ? undefined : this.#startNext();
    }
    running.failed({ failure, blame }, this.#cooldownPolicy(target));
    running.end(0);
    if (blame === "access") this.#group.bar(target);
    if (isSpent || !(await this.#proceed(target, failure, blame))) return undefined;
    return this.#startNext();
  }

  async #startNext(): Promise<Attempt | undefined> {
    const found = await this.#find();
    return "deployment" in found ? this.#start(found) : undefined;
  }

  /** Counts a failure after the answer had begun against its deployment; no attempt can follow. */
  broke({ target, running }: Attempt, failure: Failure): void {
    running.failed({ failure, blame: "deployment" }, this.#cooldownPolicy(target));
  }

  /** Waits or goes over to a fallback, as the next step says. False: give up. */
  async #proceed(failed: Target, failure: Failure, blame: Blame): Promise<boolean> {
    const { random, wait, now } = this.#services;
    const { request } = this.#call;
    const choice = this.#group.choose(this.#services.deployments, random(), this.#call.estimatedPromptTokens);
    const hasFallback = this.#fallbacks.length > 0;
    const againIn = againInMs(choice, { isStrict: this.#isStrict, hasFallback, now: now() });
    const asked = failure.kind === "status" ? failure.retryAfterMs : undefined;
    const next = nextStep({
      blame,
      isSent: false,
      attempts: this.#group.attempts,
      retries: failed.policy.retries,
      hasUntried: againIn === 0 && choice.kind !== "all busy" && !this.#group.isTried(choice.target),
      againInMs: againIn,
      // Only the deployment that asked for a pause gets one.
      retryAfterMs: choice.kind !== "all busy" && choice.target !== failed ? undefined : asked,
      retryAfterMaxMs: failed.policy.retryAfterMaxMs,
      leftMs: this.leftMs,
      hasFallback,
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

  #assign(): TargetChoice {
    const { deployments, random } = this.#services;
    return this.#group.assign(deployments, random(), this.#call.estimatedPromptTokens);
  }

  /** A deployment of the group, else one of a fallback, else one on cooldown. */
  #find(): MaybePromise<Target | NoChoice> {
    const choice = this.#assign();
    if (choice.kind === "chosen") return choice.target;
    return this.#fallbacks.length === 0 ? (this.#resort(choice)?.target ?? choice) : this.#findElsewhere(choice);
  }

  async #findElsewhere(own: NoChoice): Promise<Target | NoChoice> {
    let resort = this.#resort(own);
    let last = own;
    while (await this.#fallBack()) {
      const choice = this.#assign();
      if (choice.kind === "chosen") return choice.target;
      resort ??= this.#resort(choice);
      last = choice;
    }
    if (!resort) return last;
    this.#group = resort.group;
    return resort.target;
  }

  /** The deployment on cooldown that the call may go to if nothing else serves it. */
  #resort(choice: NoChoice): Resort | undefined {
    return choice.kind === "all busy" || this.#isStrict ? undefined : { group: this.#group, target: choice.target };
  }

  /**
   * A deployment that is the only one of its name and has `allowed_fails` gets no calls at all while it is on cooldown:
   * the setting would mean nothing otherwise.
   */
  get #isStrict(): boolean {
    const [only, second] = this.#group.targets;
    return second === undefined && only?.policy.allowedFails !== undefined;
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

  /**
   * Goes over to the next fallback that exists, serves the route, is open to the caller and has room in the budgets.
   */
  async #fallBack(): Promise<boolean> {
    for (let model = this.#fallbacks.shift(); model !== undefined; model = this.#fallbacks.shift()) {
      const targets = this.#fallbackTargets(model);
      if (!targets || !(await mayUse(this.#services, this.#call.caller, model))) continue;
      if (!(await this.#fitsBudgets(targets))) continue;
      this.#group = new ModelGroup(model, targets);
      return true;
    }
    return false;
  }

  /** Reserves the cost of a fallback's most expensive deployment. Returns false if a budget cannot cover it. */
  async #fitsBudgets(targets: readonly Target[]): Promise<boolean> {
    try {
      await this.#hold.raise(costOfCall({ ...this.#call, targets }).costNano);
      return true;
    } catch (error) {
      if (error instanceof GatewayError) return false;
      throw error;
    }
  }

  /** Undefined: the fallback does not exist, does not serve the route, or is refused because it has no price. */
  #fallbackTargets(model: string): readonly Target[] | undefined {
    const { settings, prices } = this.#services;
    const { route, startedAt, body } = this.#call;
    try {
      const targets = targetsOf({ model, route, startedAt, body }, settings.current(), prices.current());
      return targets && servableTargets(targets, model);
    } catch (error) {
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  }

  #cooldownPolicy({ policy: { cooldownMs, allowedFails } }: Target): CooldownPolicy {
    return { cooldownMs, allowedFails, isAlone: this.#group.targets.length === 1 && !this.#hasFallbacks };
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
    `The only deployment of ${name} is on cooldown and is tried again in ${seconds} s.`,
    { headers: { "retry-after": String(seconds) } },
  );
}

/** Aborted when the caller hangs up, so that no retry is waited for needlessly. */
function goneSignal(request: Pick<ApiRequest, "onGone">): AbortSignal {
  const gone = new AbortController();
  request.onGone(() => gone.abort());
  return gone.signal;
}
