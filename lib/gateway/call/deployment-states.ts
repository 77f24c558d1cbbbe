import type { CredentialKeeper } from "@/lib/credentials/keeper";
import type { Deployment } from "@/lib/providers/deployment";
import type { Contender, Load } from "@/lib/router/contender";
import type { CooldownPolicy, CooldownReason, Fault } from "@/lib/router/cooldown";
import { Health, HEALTHY_START, type Cooldown, type HealthAtStart } from "@/lib/router/health";

/** Bounds the failing models that are remembered: callers choose the names behind a pattern. */
const MOST_FAILING = 10_000;
const MOST_LOADS = 10_000;
const MINUTE_MS = 60_000;
const IDLE: Load = { inFlight: 0, requests: 0, tokens: 0, credit: 0 };
const WELL = { state: "well" } as const;

interface MutableLoad {
  inFlight: number;
  minute: number;
  requests: number;
  tokens: number;
  credit: number;
}

type DeploymentName = Pick<Deployment, "id" | "model">;

/** A deployment gets no calls for a model until a time, in milliseconds since the epoch. */
export interface DeploymentCooldown extends Cooldown {
  readonly deployment: string;
  readonly model: string;
  /** How many in a row. */
  readonly failures: number;
}

/** What happens to deployments beside their calls. `at`: milliseconds since the epoch. */
export type DeploymentEvent =
  | ({ readonly kind: "cooldown"; readonly at: number } & DeploymentCooldown)
  /** A call sent to a deployment on cooldown, because no other was available, failed. */
  | {
      readonly kind: "longer cooldown";
      readonly at: number;
      readonly deployment: string;
      readonly model: string;
      readonly until: number;
    }
  /** A call has succeeded at a deployment that was on cooldown. */
  | { readonly kind: "recovery"; readonly at: number; readonly deployment: string; readonly model: string };

/** One attempt at a deployment. Every attempt must be ended; whether it succeeded or failed may be said before. */
export interface RunningAttempt {
  succeeded(): void;
  failed(fault: Fault, policy: CooldownPolicy): void;
  /** `tokens`: what it took; undefined: as estimated. */
  end(tokens?: number): void;
}

/**
 * What this process knows of its deployments: which are failing, and the load of each. Failures are remembered by
 * deployment and upstream model, since behind a pattern one model may fail while the next one works; load by
 * deployment.
 */
export class DeploymentStates {
  readonly #now: () => number;
  readonly #onEvent: ((event: DeploymentEvent) => void) | undefined;
  readonly #credentials: Pick<CredentialKeeper, "failure"> | undefined;
  /** By deployment and upstream model. */
  readonly #failing = new Map<string, Map<string, Health>>();
  #failingModels = 0;
  readonly #loads = new Map<string, MutableLoad>();

  /**
   * `now`: milliseconds since the epoch. `onEvent` is called when a cooldown begins or grows, and at each recovery.
   * `credentials`: those whose fetch has failed put every deployment that needs them on cooldown.
   */
  constructor(
    now: () => number,
    onEvent?: (event: DeploymentEvent) => void,
    credentials?: Pick<CredentialKeeper, "failure">,
  ) {
    this.#now = now;
    this.#onEvent = onEvent;
    this.#credentials = credentials;
  }

  /** The deployment as the balancer of its group sees it. `isTried`: the call has been tried there already. */
  contender(deployment: Pick<Deployment, "id" | "model" | "entry" | "credential">, isTried = false): Contender {
    const { weight, rpm, tpm } = deployment.entry.gateway_params;
    const failed = deployment.credential && this.#credentials?.failure(deployment.credential.key);
    return {
      weight,
      rpm,
      tpm,
      availability: failed
        ? { state: "on cooldown", until: failed.until, recall: "access refused" }
        : (this.#healthOf(deployment)?.availability(this.#now()) ?? WELL),
      load: this.load(deployment.id),
      isTried,
    };
  }

  /** What the deployment is doing now. Read it at once: it changes with every call. */
  load(id: string): Load {
    const load = this.#loads.get(id);
    return load ? this.#inThisMinute(load) : IDLE;
  }

  /** Remembers what a deployment has not yet got of its share of the calls of its group. */
  keepCredit(id: string, credit: number): void {
    this.#loadOf(id).credit = credit;
  }

  /** The models of a deployment that are on cooldown, and until when: milliseconds since the epoch. */
  cooldowns(
    id: string,
  ): { readonly model: string; readonly failures: number; readonly reason: CooldownReason; readonly until: number }[] {
    const now = this.#now();
    return [...(this.#failing.get(id) ?? [])].flatMap(([model, health]) => {
      const availability = health.availability(now);
      return availability.state === "on cooldown" && health.cooldown
        ? [{ model, failures: health.failuresInARow, reason: health.cooldown.reason, until: availability.until }]
        : [];
    });
  }

  /** Counts an attempt as begun. `tokens`: its estimate. */
  start(deployment: DeploymentName, tokens: number): RunningAttempt {
    const load = this.#count(deployment.id, tokens);
    const { minute } = load;
    const start = this.#healthOf(deployment)?.begin(this.#now()) ?? HEALTHY_START;
    let hasEnded = false;
    return {
      succeeded: () => {
        const health = this.#healthOf(deployment);
        if (health) this.#succeeded(deployment, health, start);
      },
      failed: (fault, policy) => {
        const health = this.#healthOf(deployment) ?? this.#remember(deployment);
        const at = this.#now();
        const before = health.cooldown;
        const cooldown = health.failed(fault, policy, start, at);
        const { id, model } = deployment;
        if (cooldown)
          this.#onEvent?.({
            kind: "cooldown",
            at,
            deployment: id,
            model,
            failures: health.failuresInARow,
            ...cooldown,
          });
        else if (before && health.cooldown && health.cooldown.until > before.until)
          this.#onEvent?.({ kind: "longer cooldown", at, deployment: id, model, until: health.cooldown.until });
      },
      end: (used) => {
        if (hasEnded) return;
        hasEnded = true;
        load.inFlight--;
        if (used !== undefined && load.minute === minute) load.tokens += used - tokens;
        if (start.isTrial) this.#healthOf(deployment)?.endedWithoutResult(start);
      },
    };
  }

  #succeeded(deployment: DeploymentName, health: Health, start: HealthAtStart): void {
    const now = this.#now();
    const wasOnCooldown = health.cooldown !== undefined;
    health.succeeded(start, now);
    if (health.isSpent(now)) this.#forget(deployment);
    if (wasOnCooldown && !health.cooldown)
      this.#onEvent?.({ kind: "recovery", at: now, deployment: deployment.id, model: deployment.model });
  }

  /** Skips the lookup while nothing is failing, which is the usual case. */
  #healthOf({ id, model }: DeploymentName): Health | undefined {
    return this.#failingModels === 0 ? undefined : this.#failing.get(id)?.get(model);
  }

  #loadOf(id: string): MutableLoad {
    let load = this.#loads.get(id);
    if (!load) {
      if (this.#loads.size >= MOST_LOADS) this.#dropIdleLoads();
      this.#loads.set(id, (load = { inFlight: 0, minute: 0, requests: 0, tokens: 0, credit: 0 }));
    }
    return load;
  }

  #count(id: string, tokens: number): MutableLoad {
    const load = this.#inThisMinute(this.#loadOf(id));
    load.inFlight++;
    load.requests++;
    load.tokens += tokens;
    return load;
  }

  #dropIdleLoads(): void {
    for (const [id, { inFlight }] of this.#loads) if (inFlight === 0) this.#loads.delete(id);
  }

  #remember({ id, model }: DeploymentName): Health {
    if (this.#failingModels >= MOST_FAILING) this.#forgetOldest();
    const models = this.#failing.get(id) ?? new Map<string, Health>();
    const health = new Health();
    this.#failing.set(id, models.set(model, health));
    this.#failingModels++;
    return health;
  }

  #forget({ id, model }: DeploymentName): void {
    const models = this.#failing.get(id);
    if (!models?.delete(model)) return;
    this.#failingModels--;
    if (models.size === 0) this.#failing.delete(id);
  }

  /** Forgets, of the deployment with the most failing models, the model that began to fail first. */
  #forgetOldest(): void {
    let id = "";
    let most = 0;
    for (const [candidate, { size }] of this.#failing) if (size > most) [id, most] = [candidate, size];
    const oldest = this.#failing.get(id)?.keys().next();
    if (oldest && !oldest.done) this.#forget({ id, model: oldest.value });
  }

  /** What was used in an earlier minute no longer counts. */
  #inThisMinute(load: MutableLoad): MutableLoad {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (load.minute !== minute) {
      load.minute = minute;
      load.requests = 0;
      load.tokens = 0;
    }
    return load;
  }
}
