import { providersAt } from "@/lib/auth/token/provider";
import type { Services } from "@/lib/gateway/services";
import type { Change } from "@/lib/store/changes/change-notice";
import { teamCut } from "@/lib/upstream/failure";

type Affected = Pick<
  Services,
  "settings" | "prices" | "toolPins" | "toolServers" | "toolSigner" | "tokens" | "underWay"
>;

/**
 * Applies a change that any node has made. Resolves when the change is in force in this process: the node then
 * acknowledges it. Changes of rows need nothing here, because the caches of rows drop them by themselves.
 */
export async function applyChange(affected: Affected, change: Change): Promise<void> {
  await applyTo(affected, change);
  if (change.entity !== "price" && change.entity !== "signing_key") affected.toolServers.changes.tell();
}

async function applyTo(
  { settings, prices, toolPins, toolSigner, tokens, underWay }: Affected,
  { entity, id }: Change,
): Promise<void> {
  switch (entity) {
    case "config":
    case "model":
      return settings.refresh();
    case "price":
      return prices.refresh();
    case "mcp_tool":
      return toolPins.refresh();
    case "signing_key":
      return toolSigner.forget();
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
