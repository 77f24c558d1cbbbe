/** The part of `process` that is used here. */
interface Signals {
  on(signal: "SIGHUP", listener: () => void): unknown;
}

/**
 * Listens for SIGHUP, which makes the gateway read its configuration file again. Without a listener the signal would
 * end the process, so the gateway listens from the start and remembers a signal that comes early. Pass `reload` to the
 * returned function once the gateway can reload.
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
