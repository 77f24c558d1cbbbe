import {
  requestedPause,
  cooldownMs,
  cooldownReason,
  type CooldownPolicy,
  type CooldownReason,
  type Fault,
} from "./cooldown";
import { OutcomeWindow } from "./outcome-window";
import { hasElapsed } from "@/lib/time/has-elapsed";

export interface Cooldown {
  readonly reason: CooldownReason;
  /** Its end, in milliseconds since the epoch. */
  readonly until: number;
}

/** Whether calls may go to a deployment on cooldown when its group has too few others. */
export type Recall =
  /** It has served some of its latest calls, so it is better than nothing. */
  | "serves some"
  | "serves none"
  /** Its upstream asked for a pause. */
  | "asked to wait"
  | "access refused";

export type Availability =
  | { readonly state: "well" }
  /** The cooldown is over: one call may try it. */
  | { readonly state: "on trial" }
  | { readonly state: "on cooldown"; readonly until: number; readonly recall: Recall };

/** What an attempt remembers of the deployment's health as it begins. */
export interface HealthAtStart {
  /** The attempt tries the deployment after its cooldown. */
  readonly isTrial: boolean;
  /** How many cooldowns had begun. */
  readonly cooldowns: number;
}

/** How soon to ask again while another call tries the deployment, in milliseconds. */
const TRIAL_MS = 1_000;

const WELL: Availability = { state: "well" };
const ON_TRIAL: Availability = { state: "on trial" };
/** The health of a deployment that has not failed recently. */
export const HEALTHY_START: HealthAtStart = { isTrial: false, cooldowns: 0 };

/**
 * The health of a deployment that has failed recently; a deployment without failures needs no record. `now`:
 * milliseconds since the epoch.
 */
export class Health {
  #failuresInARow = 0;
  #cooldown: Cooldown | undefined;
  /** When the cooldown began or was prolonged. A clock that is set back behind this ends the cooldown. */
  #cooldownSince = 0;
  /** Whether a call is trying the deployment after its cooldown. No other call may use it meanwhile. */
  #isProbed = false;
  /** What an attempt that is not a trial remembers. */
  #start = HEALTHY_START;
  readonly #outcomes = new OutcomeWindow();

  /** Consecutive failures. */
  get failuresInARow(): number {
    return this.#failuresInARow;
  }

  /** The latest cooldown. If it is over already, no call has tried the deployment since. */
  get cooldown(): Cooldown | undefined {
    return this.#cooldown;
  }

  /** Whether the deployment may get a call now. */
  availability(now: number): Availability {
    const cooldown = this.#cooldown;
    if (!cooldown) return WELL;
    if (this.#isOnCooldown(cooldown, now))
      return { state: "on cooldown", until: cooldown.until, recall: this.#recall(cooldown, now) };
    if (!this.#isProbed) return ON_TRIAL;
    return { state: "on cooldown", until: now + TRIAL_MS, recall: this.#recall(cooldown, now) };
  }

  /** An attempt begins; it is a trial if the cooldown is over and no other call is trying the deployment. */
  begin(now: number): HealthAtStart {
    const isTrial = this.#cooldown !== undefined && !this.#isProbed && !this.#isOnCooldown(this.#cooldown, now);
    if (!isTrial) return this.#start;
    this.#isProbed = true;
    return { ...this.#start, isTrial };
  }

  /**
   * An attempt has succeeded. That ends a cooldown, unless the attempt began before it: an upstream may still answer
   * old calls while it refuses new ones.
   */
  succeeded(start: HealthAtStart, now: number): void {
    if (this.#cooldown && start.cooldowns === this.#start.cooldowns) {
      this.#cooldown = undefined;
      this.#isProbed = false;
      // The failures from before the cooldown say nothing about an upstream that has recovered.
      this.#outcomes.clear();
    }
    if (!this.#cooldown) this.#failuresInARow = 0;
    this.#outcomes.countSuccess(now);
  }

  /**
   * An attempt has failed, and not by the caller's fault. Returns the cooldown that begins; undefined: the deployment
   * stays in use, or was on cooldown already.
   */
  failed(fault: Fault, policy: CooldownPolicy, start: HealthAtStart, now: number): Cooldown | undefined {
    this.#failuresInARow++;
    this.#outcomes.countFailure(now);
    const cooldown = this.#cooldown;
    if (!cooldown) {
      const reason = cooldownReason(this.#history(now), fault, policy);
      return reason && this.#rest(reason, now + cooldownMs(fault, policy), now);
    }
    if (start.cooldowns !== this.#start.cooldowns) return this.#failedLate(cooldown, fault, policy, now);
    const until = Math.max(now + cooldownMs(fault, policy), this.#isOnCooldown(cooldown, now) ? cooldown.until : 0);
    if (requestedPause(fault.failure) !== undefined) return this.#rest("retry_after", until, now);
    if (fault.failure.kind === "credential") {
      // Calls that nobody else serves still come here, and each hears of the same failed fetch.
      const isKnown = cooldown.reason === "credential_failed" && until <= cooldown.until;
      return isKnown ? undefined : this.#rest("credential_failed", until, now);
    }
    if (fault.blame === "access") return this.#rest("access_refused", until, now);
    if (start.isTrial) return this.#rest("trial_failed", until, now);
    // The call was sent here because no other was available. Prolong the cooldown, so that others get the next call.
    this.#cooldown = { reason: cooldown.reason, until };
    this.#cooldownSince = now;
    return undefined;
  }

  /** An attempt ends without a result, for example because the caller hung up: the next call may try the deployment. */
  endedWithoutResult({ isTrial, cooldowns }: HealthAtStart): void {
    if (isTrial && cooldowns === this.#start.cooldowns) this.#isProbed = false;
  }

  /** Whether the record may be dropped, because a deployment without one is treated the same. */
  isSpent(now: number): boolean {
    return this.#cooldown === undefined && this.#failuresInARow === 0 && this.#outcomes.failures(now) === 0;
  }

  /**
   * An attempt that began before the cooldown fails: that is nothing new, unless the upstream now asks for a longer
   * pause.
   */
  #failedLate(cooldown: Cooldown, fault: Fault, policy: CooldownPolicy, now: number): Cooldown | undefined {
    const until = now + cooldownMs(fault, policy);
    if (requestedPause(fault.failure) === undefined || until <= cooldown.until) return undefined;
    return this.#rest("retry_after", until, now);
  }

  #isOnCooldown({ until }: Cooldown, now: number): boolean {
    return !hasElapsed(this.#cooldownSince, until - this.#cooldownSince, now);
  }

  #rest(reason: CooldownReason, until: number, now: number): Cooldown {
    this.#cooldownSince = now;
    this.#start = { isTrial: false, cooldowns: this.#start.cooldowns + 1 };
    this.#isProbed = false;
    return (this.#cooldown = { reason, until });
  }

  #history(now: number) {
    return {
      inARow: this.#failuresInARow,
      successes: this.#outcomes.successes(now),
      failures: this.#outcomes.failures(now),
    };
  }

  #recall({ reason }: Cooldown, now: number): Recall {
    if (reason === "retry_after") return "asked to wait";
    if (reason === "access_refused" || reason === "credential_failed") return "access refused";
    return this.#outcomes.successes(now) > 0 ? "serves some" : "serves none";
  }
}
