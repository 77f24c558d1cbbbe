/** Probes and scrapes come every few seconds and say nothing that an operator looks for. */
const UNLOGGED = /^\/(?:health|metrics)(?:\/|$)/;

/** Whether requests to a path have no access line. */
export function isUnlogged(path: string): boolean {
  return UNLOGGED.test(path);
}

/** The longest path that a line has, in characters. */
export const LONGEST_PATH = 512;
