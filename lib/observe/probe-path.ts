const PROBE = /^(?:\/v1)?\/(?:health|metrics)(?:\/|$)/;

/**
 * Whether a path, with or without `/v1`, is one of probes and scrapes. They come every few seconds, and would bury
 * everything else in the access log and in traces.
 */
export function isProbePath(path: string): boolean {
  return PROBE.test(path);
}
