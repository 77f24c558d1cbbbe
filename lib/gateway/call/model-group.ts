import { chooseDeployment, type Choice } from "@/lib/router/balance";
import type { DeploymentStates } from "./deployment-states";
import type { Target } from "./target";

/** The group that serves a call: which of its deployments the call has tried, and which it may try next. */
export class ModelGroup {
  /** Attempts of this call in this group. */
  attempts = 0;
  readonly #tried: Target[] = [];
  /** They refused the gateway's key, so this call does not try them again. */
  readonly #barred: Target[] = [];

  constructor(
    readonly model: string,
    readonly targets: readonly Target[],
  ) {}

  /** A deployment to try: one that this call has not tried yet, else any. `random`: from 0 to below 1. */
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

  /** Milliseconds until one of them may be tried again; undefined: this call may try none of them again. */
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
  if (!target) throw new RangeError("the chosen position is outside the group");
  return target;
}
