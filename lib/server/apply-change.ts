import { providersAt } from "@/lib/auth/token/provider";
import type { Services } from "@/lib/gateway/services";
import type { Change } from "@/lib/store/changes/change-notice";
import { teamCut } from "@/lib/upstream/failure";

type Affected = Pick<Services, "settings" | "prices" | "tokens" | "underWay">;

/**
 * What a process does when any node changes something. Resolves when the change is in force here, which is when this
 * node acknowledges it. Rows are not here: the caches of rows drop them by themselves.
 */
export async function applyChange(
  { settings, prices, tokens, underWay }: Affected,
  { entity, id }: Change,
): Promise<void> {
  switch (entity) {
    case "config":
    case "model":
      return settings.refresh();
    case "price":
      return prices.refresh();
    case "provider_keys": {
      // Not awaited: a provider that hangs must not hold up other changes.
      const changed = id === "" ? tokens.providers : providersAt(tokens.providers, id);
      for (const { source } of changed) void source.refresh();
      return;
    }
    case "team_calls":
      return underWay.cut(id, teamCut());
    case "team":
    case "user":
    case "organization":
    case "end_user":
    case "key":
    case "session":
  }
}
