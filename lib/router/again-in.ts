import type { Choice } from "./balance";

/**
 * Milliseconds until a call may go to what its group has chosen; undefined: the group does not serve the call.
 * `isStrict`: the deployment gets no calls at all while it is on cooldown. `now`: milliseconds since the epoch.
 */
export function againInMs(
  choice: Choice,
  { isStrict, hasFallback, now }: { readonly isStrict: boolean; readonly hasFallback: boolean; readonly now: number },
): number | undefined {
  switch (choice.kind) {
    case "chosen":
      return 0;
    case "all busy":
      return undefined;
    case "last resort":
      if (isStrict || choice.recall === "asked to wait" || choice.recall === "access refused")
        return choice.until - now;
      // A fallback serves the call better than a deployment on cooldown.
      return hasFallback ? undefined : 0;
  }
}
