import { COOLDOWN_REASONS, type CooldownReason } from "@/lib/router/cooldown";
import type { NodeCooldown } from "@/lib/store/record/cooldowns";
import type { CooldownView } from "@/lib/wire/contracts/health";

const REASONS: ReadonlySet<string> = new Set(COOLDOWN_REASONS);
/** How many models a cooldown lists. Callers choose the models behind a pattern, so there may be any number. */
const MOST_MODELS = 5;
/** How many cooldowns of one deployment are listed: the last ones. */
const MOST_COOLDOWNS = 60;

interface Merged {
  readonly beganAt: number;
  until: number;
  readonly reasons: Set<CooldownReason>;
  readonly models: Set<string>;
  readonly nodes: Set<string>;
}

/**
 * Merges the cooldowns of each deployment over nodes and upstream models: those that overlap become one. The answer is
 * by the deployment's id. `now`: milliseconds since the epoch.
 */
export function mergeCooldowns(
  cooldowns: readonly NodeCooldown[],
  now: number,
): ReadonlyMap<string, readonly CooldownView[]> {
  const byDeployment = new Map<string, Merged[]>();
  for (const { deployment, model, node, reason, beganAt, until } of cooldowns.toSorted(byBeginning)) {
    const merged = byDeployment.get(deployment) ?? [];
    byDeployment.set(deployment, merged);
    let one = merged.at(-1);
    if (!one || beganAt > one.until)
      merged.push((one = { beganAt, until, reasons: new Set(), models: new Set(), nodes: new Set() }));
    one.until = Math.max(one.until, until);
    if (isReason(reason)) one.reasons.add(reason);
    one.models.add(model);
    one.nodes.add(node);
  }
  return new Map(
    [...byDeployment].map(([deployment, merged]) => [
      deployment,
      merged.slice(-MOST_COOLDOWNS).map(({ beganAt, until, reasons, models, nodes }) => ({
        since: new Date(beganAt).toISOString(),
        until: new Date(until).toISOString(),
        lasts: until > now,
        reasons: [...reasons],
        models: [...models].slice(0, MOST_MODELS),
        nodes: [...nodes].sort(),
      })),
    ]),
  );
}

function byBeginning(a: NodeCooldown, b: NodeCooldown): number {
  return a.beganAt - b.beganAt;
}

/** Whether this version knows a reason; a newer one may have written others. */
function isReason(reason: string): reason is CooldownReason {
  return REASONS.has(reason);
}
