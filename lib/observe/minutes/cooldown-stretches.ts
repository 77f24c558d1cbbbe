import type { DeploymentEvent } from "@/lib/gateway/call/deployment-states";
import type { CooldownStretch } from "@/lib/store/record/cooldowns";

type Stretch = { -readonly [Name in keyof CooldownStretch]: CooldownStretch[Name] };

/** A trial that fails this soon after a cooldown continues it, in milliseconds. */
const SAME_TROUBLE_MS = 60_000;

/**
 * The cooldowns of this process as stretches of time. A deployment that fails trial after trial has one long stretch,
 * with the latest reason that is not a failed trial. Changed stretches wait to be taken.
 */
export class CooldownStretches {
  readonly #most: number;
  /** The stretches by deployment and model, until the deployment serves again. The oldest come first. */
  readonly #open = new Map<string, Stretch>();
  #changed = new Set<CooldownStretch>();

  /**
   * `most`: how many stretches are remembered, and how many may wait. They must be bounded, because callers choose the
   * names behind a pattern.
   */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes an event. Returns whether a stretch has changed. */
  tell(event: DeploymentEvent): boolean {
    const key = JSON.stringify([event.deployment, event.model]);
    const stretch = this.#open.get(key);
    switch (event.kind) {
      case "cooldown": {
        if (stretch && event.at - stretch.until < SAME_TROUBLE_MS) {
          stretch.until = Math.max(stretch.until, event.until);
          if (event.reason !== "trial_failed") stretch.reason = event.reason;
          return this.#keep(stretch);
        }
        const { deployment, model, reason, at: beganAt, until } = event;
        return this.#begin(key, { deployment, model, reason, beganAt, until });
      }
      case "longer cooldown":
        if (!stretch) return false;
        stretch.until = Math.max(stretch.until, event.until);
        return this.#keep(stretch);
      case "recovery": {
        this.#open.delete(key);
        if (!stretch || stretch.until <= event.at) return false;
        stretch.until = event.at;
        return this.#keep(stretch);
      }
    }
  }

  /** The stretches that have changed since the last call of this method. */
  take(): CooldownStretch[] {
    const taken = [...this.#changed];
    this.#changed = new Set();
    return taken;
  }

  /** Takes back stretches that could not be written. They are returned again later, with their further changes. */
  putBack(stretches: readonly CooldownStretch[]): void {
    for (const stretch of stretches) this.#keep(stretch);
  }

  #begin(key: string, stretch: Stretch): boolean {
    // Deleted first, so that the key comes last in the order of the map.
    this.#open.delete(key);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= this.#most) this.#open.delete(oldest);
    this.#open.set(key, stretch);
    return this.#keep(stretch);
  }

  #keep(stretch: CooldownStretch): boolean {
    if (this.#changed.size >= this.#most && !this.#changed.has(stretch)) return false;
    this.#changed.add(stretch);
    return true;
  }
}
