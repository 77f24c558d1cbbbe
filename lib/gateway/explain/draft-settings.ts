import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { SettingsStore } from "@/lib/settings/settings-store";

/**
 * The settings as a draft would make them, in place of the newest revision; without a draft, those in force.
 * @throws GatewayError invalid_request naming the first fault of the draft
 */
export function settingsWithDraft(store: SettingsStore, draft: unknown): Settings {
  const current = store.current();
  if (draft === undefined) return current;
  const { jwtAuth, findings } = store.checkDraft(draft);
  if (!jwtAuth) {
    const first = findings.find(({ severity }) => severity === "error");
    const param = ["settings", first?.path].filter(Boolean).join(".");
    throw new GatewayError("invalid_request", `${param}: ${first?.message ?? "is not valid"}`, { param });
  }
  return { ...current, jwtAuth };
}
