"use client";
import { notifyManager, type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { PlainButton } from "@/components/ui/plain-button";

/** Whether the latest read of a query has failed while an earlier answer is still shown. */
function isOutdated({ state }: Query): boolean {
  return state.status === "error" && state.data !== undefined;
}

const failedReads = (cache: QueryCache): readonly Query[] => cache.findAll({ type: "active", predicate: isOutdated });

/**
 * Says in the header that what the page shows could not be read again, and why. The page keeps its last answers, so
 * that a list that refreshes itself does not vanish because the gateway was away for a moment.
 */
export function Outdated() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const reason = useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () => failedReads(cache)[0]?.state.error?.message,
    () => undefined,
  );
  return (
    <span role="status">
      {reason !== undefined && (
        <PlainButton
          title={`${reason} The page shows the last answers.`}
          onClick={() => void client.refetchQueries({ type: "active", predicate: isOutdated })}
          className={classNames(buttonClasses("ghost"), "bg-warn-soft text-warn hover:bg-warn-soft hover:text-warn")}
        >
          <span className="inline-flex items-center gap-1.5">
            <RotateCw className="size-3.5" aria-hidden />
            <span className="max-sm:sr-only">Not up to date.</span> Try again
          </span>
          <span className="sr-only">: {reason}</span>
        </PlainButton>
      )}
    </span>
  );
}
