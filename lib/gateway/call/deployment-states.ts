import type { Contender, Load } from "@/lib/router/balance";
import type { Deployment } from "@/lib/providers/deployment";
import type { Blame, Failure } from "@/lib/router/failure";
import { afterFailure, afterNoVerdict, availability, onTrial, type Health } from "@/lib/router/health";

/** Bound of the failing models that are remembered: callers choose the names behind a pattern. */
const MOST_FAILING = 10_000;
const MOST_LOADS = 10_000;
const MINUTE_MS = 60_000;
const IDLE: Load = { inFlight: 0, requests: 0, tokens: 0 };

interface MutableLoad {
  inFlight: number;
  minute: number;
  requests: number;
  tokens: number;
}

/** A failing deployment gets no calls for a model until a time, in milliseconds since the epoch. */
export interface Cooldown {
  readonly deployment: string;
  readonly model: string;
  /** In a row. */
  readonly failures: number;
  readonly until: number;
}

/** One attempt at a deployment. Every attempt must be ended; whether it succeeded or failed may be said before. */
export interface RunningAttempt {
  succeeded(): void;
  failed(
    failure: Failure,
    blame: Exclude<Blame, "caller">,
    policy: { readonly cooldownMs: number; readonly allowedFails: number },
  ): void;
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
  readonly #failing = new Map<string, Health>();
  readonly #loads = new Map<string, MutableLoad>();

  readonly #onCooldown: ((cooldown: Cooldown) => void) | undefined;

  /** `now`: milliseconds since the epoch. `onCooldown` is told of each cooldown as it begins. */
  constructor(now: () => number, onCooldown?: (cooldown: Cooldown) => void) {
    this.#now = now;
    this.#onCooldown = onCooldown;
  }

  /** The deployment as the balancer of its group sees it. */
  contender(deployment: Pick<Deployment, "id" | "model" | "entry">): Contender {
    const { weight, rpm, tpm } = deployment.entry.gateway_params;
    return {
      weight,
      rpm,
      tpm,
      availability: availability(this.#healthOf(deployment), this.#now()),
      load: this.load(deployment.id),
    };
  }

  load(id: string): Load {
    const load = this.#loads.get(id);
    if (!load) return IDLE;
    const { inFlight, minute, requests, tokens } = load;
    return minute === this.#minute() ? { inFlight, requests, tokens } : { inFlight, requests: 0, tokens: 0 };
  }

  /** The models of a deployment that are on cooldown, and until when: milliseconds since the epoch. */
  resting(id: string): { readonly model: string; readonly failures: number; readonly until: number }[] {
    const now = this.#now();
    return [...this.#failing].flatMap(([key, health]) => {
      const standing = availability(health, now);
      return key.startsWith(`${id}\n`) && standing.state === "resting"
        ? [{ model: key.slice(id.length + 1), failures: health.failures, until: standing.until }]
        : [];
    });
  }

  /** Counts an attempt in. `tokens`: what it will take, as estimated. */
  start(deployment: Pick<Deployment, "id" | "model">, tokens: number): RunningAttempt {
    const load = this.#count(deployment.id, tokens);
    const { minute } = load;
    const before = this.#healthOf(deployment);
    const tried = onTrial(before, this.#now());
    const isTrial = tried !== before;
    if (isTrial) this.#remember(keyOf(deployment), tried);
    let hasVerdict = false;
    let hasEnded = false;
    return {
      succeeded: () => {
        hasVerdict = true;
        if (this.#failing.size > 0) this.#failing.delete(keyOf(deployment));
      },
      failed: (failure, blame, policy) => {
        hasVerdict = true;
        const health = afterFailure(this.#healthOf(deployment), { failure, blame }, policy, this.#now());
        this.#remember(keyOf(deployment), health);
        const { restsUntil: until, failures } = health;
        if (until !== undefined)
          this.#onCooldown?.({ deployment: deployment.id, model: deployment.model, failures, until });
      },
      end: (used) => {
        if (hasEnded) return;
        hasEnded = true;
        load.inFlight--;
        if (used !== undefined && load.minute === minute) load.tokens += used - tokens;
        if (isTrial && !hasVerdict) this.#remember(keyOf(deployment), afterNoVerdict(this.#healthOf(deployment)));
      },
    };
  }

  /** Usually nothing is failing; then no key has to be built. */
  #healthOf(deployment: Pick<Deployment, "id" | "model">): Health | undefined {
    return this.#failing.size === 0 ? undefined : this.#failing.get(keyOf(deployment));
  }

  #count(id: string, tokens: number): MutableLoad {
    const minute = this.#minute();
    const load = this.#loads.get(id) ?? { inFlight: 0, minute, requests: 0, tokens: 0 };
    if (load.minute !== minute) Object.assign(load, { minute, requests: 0, tokens: 0 });
    load.inFlight++;
    load.requests++;
    load.tokens += tokens;
    if (this.#loads.size >= MOST_LOADS && !this.#loads.has(id)) this.#dropIdleLoads();
    this.#loads.set(id, load);
    return load;
  }

  #dropIdleLoads(): void {
    for (const [id, { inFlight }] of this.#loads) if (inFlight === 0) this.#loads.delete(id);
  }

  #remember(key: string, health: Health | undefined): void {
    this.#failing.delete(key);
    if (health) this.#failing.set(key, health);
    const oldest = this.#failing.keys().next();
    if (this.#failing.size > MOST_FAILING && !oldest.done) this.#failing.delete(oldest.value);
  }

  #minute(): number {
    return Math.floor(this.#now() / MINUTE_MS);
  }
}

function keyOf({ id, model }: Pick<Deployment, "id" | "model">): string {
  return `${id}\n${model}`;
}
