import { chooseDeployment, type Choice } from "@/lib/router/balance";
import type { DeploymentStates } from "./deployment-states";
import type { Target } from "./target";

type Busy = Extract<Choice, { kind: "all busy" }>;

/** What the group says about a call: a deployment for it, one to take if nothing else can serve it, or none. */
export type TargetChoice = (Exclude<Choice, Busy> & { readonly target: Target }) | Busy;

/** The group that serves a call: which of its deployments the call has tried, and which it may try next. */
export class ModelGroup {
  /** Attempts of this call in this group. */
  attempts = 0;
  readonly #tried: Target[] = [];
  /** They refused the gateway's key or lack what the call continues, so this call does not try them again. */
  readonly #barred: Target[] = [];

  constructor(
    readonly model: string,
    readonly targets: readonly Target[],
  ) {}

  /** A deployment to try: one that this call has not tried yet, else any. `random`: from 0 to below 1. */
  choose(states: DeploymentStates, random: number, tokens: number): TargetChoice {
    const usable = this.#usable;
    return targetOf(this.#chooseOf(usable, states, { random, tokens }), usable);
  }

  /** Chooses the deployment that the call goes to now, which counts as its turn. */
  assign(states: DeploymentStates, random: number, tokens: number): TargetChoice {
    const usable = this.#usable;
    const choice = this.#chooseOf(usable, states, { random, tokens });
    if (choice.kind === "chosen")
      choice.credits?.forEach((credit, position) => {
        const sharer = usable[position];
        if (sharer) states.keepCredit(sharer.deployment.id, credit);
      });
    return targetOf(choice, usable);
  }

  take(target: Target): void {
    this.attempts++;
    this.#tried.push(target);
  }

  bar(target: Target): void {
    this.#barred.push(target);
  }

  /** Bars a deployment that lacks what the call continues. The attempt there does not use up a retry. */
  passOver(target: Target): void {
    this.attempts--;
    this.bar(target);
  }

  isTried(target: Target): boolean {
    return this.#tried.includes(target);
  }

  #chooseOf(usable: readonly Target[], states: DeploymentStates, call: { random: number; tokens: number }): Choice {
    const contenders = usable.map((target) => states.contender(target.deployment, this.#tried.includes(target)));
    return chooseDeployment(contenders, call);
  }

  get #usable(): readonly Target[] {
    return this.#barred.length === 0 ? this.targets : this.targets.filter((target) => !this.#barred.includes(target));
  }
}

/** A choice with its target instead of the position. A spread would cost each call more than the choice. */
function targetOf(choice: Choice, usable: readonly Target[]): TargetChoice {
  if (choice.kind === "all busy") return choice;
  const { kind, position } = choice;
  const target = usable[position];
  if (!target) throw new RangeError("the chosen position is outside the group");
  return kind === "chosen" ? { kind, position, target } : { ...choice, target };
}
