import { useEffect, useState, useSyncExternalStore } from "react";

/** Code in a file that a page does not wait for. */
export interface Later<Value> {
  /** Loads it unless that has been done. Rejects if its file cannot be loaded; the next call tries again. */
  readonly get: () => Promise<Value>;
  /** What has been loaded; undefined: nothing yet. */
  readonly current: () => Value | undefined;
  /** Calls back once it is loaded. Returns the end of the waiting. */
  readonly subscribe: (loaded: () => void) => () => void;
}

/**
 * Code that a page loads as soon as it has nothing else to do, so that whoever opens what needs it does not wait, or
 * when it is needed before that.
 */
export function later<Value>(load: () => Promise<Value>): Later<Value> {
  let value: Value | undefined;
  let loading: Promise<Value> | undefined;
  const waiting = new Set<() => void>();
  const get = (): Promise<Value> =>
    (loading ??= load().then(
      (loaded) => {
        value = loaded;
        for (const callBack of waiting) callBack();
        return loaded;
      },
      (fault: unknown) => {
        loading = undefined;
        throw fault;
      },
    ));
  // Whoever needs it asks again, and is told if it fails then too.
  whenIdle(() => void get().catch(() => {}));
  return {
    get,
    current: () => value,
    subscribe(loaded) {
      waiting.add(loaded);
      return () => void waiting.delete(loaded);
    },
  };
}

/**
 * What has been loaded; undefined: not yet. `isNeeded`: whether it is loaded at once. A file that cannot be loaded then
 * fails the page, which says so or loads itself again.
 */
export function useLater<Value>({ get, current, subscribe }: Later<Value>, isNeeded: boolean): Value | undefined {
  const value = useSyncExternalStore(subscribe, current, () => undefined);
  const [failed, setFailed] = useState<{ readonly fault: unknown }>();
  const mustLoad = isNeeded && value === undefined;
  useEffect(() => {
    if (mustLoad) get().catch((fault: unknown) => setFailed({ fault }));
  }, [mustLoad, get]);
  if (failed && mustLoad) throw failed.fault;
  return value;
}

/** Calls back once the page has nothing to do, and never on the server. Safari lacks `requestIdleCallback`. */
function whenIdle(then: () => void): void {
  if (typeof window === "undefined") return;
  if (typeof requestIdleCallback === "function") requestIdleCallback(then);
  else setTimeout(then, 1_000);
}
