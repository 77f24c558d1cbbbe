import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { draftSettings } from "./explain";
import type { SettingsStore } from "./services";

/**
 * The settings as a draft of overrides would make them; those in force when there is none.
 * @throws GatewayError invalid_request naming the first fault of the draft
 */
export function settingsWithDraft(store: SettingsStore, draft: unknown): Settings {
  if (draft === undefined) return store.current();
  const { overrides, findings } = store.check(draft);
  if (overrides) return draftSettings(store, overrides);
  const first = findings.find(({ severity }) => severity === "error");
  const param = ["settings", first?.path].filter(Boolean).join(".");
  throw new GatewayError("invalid_request", `${param}: ${first?.message ?? "is not valid"}`, { param });
}
