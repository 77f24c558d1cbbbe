/** The process, as far as its signals go. */
interface Signals {
  on(signal: "SIGHUP", listener: () => void): unknown;
}

/**
 * Listens for SIGHUP, by which the configuration file is read again. Without a listener the signal ends a process, also
 * one that still starts: what comes then is remembered. Returns what says how to reload, once that is possible.
 */
export function listenForReload(signals: Signals): (reload: () => void) => void {
  let isAsked = false;
  let act = (): void => {
    isAsked = true;
  };
  signals.on("SIGHUP", () => act());
  return (reload) => {
    act = reload;
    if (isAsked) reload();
  };
}
