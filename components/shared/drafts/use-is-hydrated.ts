import { useSyncExternalStore } from "react";

/**
 * Whether the browser draws: the server, and the first look at its page, know nothing of what this browser tab keeps.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
