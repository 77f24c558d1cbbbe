import { useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated. The first rendering in the browser must equal that of the server, which does not know
 * what this tab keeps.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
