import { useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated. The server, and so the first rendering in the browser, does not know what this tab
 * keeps.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
