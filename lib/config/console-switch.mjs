/**
 * Whether the console is served, by the value of GATEWAY_CONSOLE; unset or empty means yes. This is plain JavaScript
 * because `scripts/start.mjs` calls it before anything has been compiled.
 * @param {string | undefined} value
 */
export function servesConsole(value) {
  return !["off", "0", "false", "no"].includes(value?.trim().toLowerCase() ?? "");
}
