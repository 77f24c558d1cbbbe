"use client";
import { useEffect } from "react";
import { ErrorState } from "@/components/ui/states";
import { isOutdated } from "./is-outdated";

/** A page loaded more recently is not outdated: to load it again would repeat for ever. */
const YOUNG_MS = 30_000;

/**
 * Shown in place of a page that failed. A page that was open during an upgrade is loaded again, because its files are
 * no longer served.
 */
export function PageFailure({ error, retry }: { error: Error; retry: () => void }) {
  const reloads = isOutdated(error);
  useEffect(() => {
    if (reloads && performance.now() > YOUNG_MS) window.location.reload();
  }, [reloads]);
  return reloads ? (
    <ErrorState
      title="The gateway has been upgraded"
      error={new Error("This page is from the previous version. Unsaved forms are kept.")}
      retry={() => window.location.reload()}
    />
  ) : (
    <ErrorState title="This page failed" error={error} retry={retry} />
  );
}
