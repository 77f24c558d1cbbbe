"use client";
import { useEffect } from "react";
import { ErrorState } from "@/components/ui/states";
import { isOutdated } from "./is-outdated";

/** A page that young is not outdated: loading it again would go on for ever. */
const YOUNG_MS = 30_000;

/**
 * A page that failed. One that was open while the gateway was upgraded is loaded again: its parts are no longer served.
 */
export function PageFailure({ error, retry }: { error: Error; retry: () => void }) {
  const reloads = isOutdated(error);
  useEffect(() => {
    if (reloads && performance.now() > YOUNG_MS) window.location.reload();
  }, [reloads]);
  return reloads ? (
    <ErrorState
      title="The gateway has been upgraded"
      error={new Error("This page is of the version before. Unsaved forms are kept.")}
      retry={() => window.location.reload()}
    />
  ) : (
    <ErrorState title="This page failed" error={error} retry={retry} />
  );
}
