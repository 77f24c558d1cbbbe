import { EnvironmentError } from "./environment-error";

/** A path of characters that no proxy encodes or decodes, so that it arrives as it is written (RFC 3986 §2.3). */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/;

/** `GATEWAY_BASE_PATH` without the slash at its end; "" if it is unset or a slash alone. @throws EnvironmentError */
export function basePathFrom(value: string | undefined): string {
  const path = value?.replace(/\/$/, "") ?? "";
  if (path !== "" && !BASE_PATH.test(path)) {
    throw new EnvironmentError(
      "GATEWAY_BASE_PATH",
      'must be a path of letters, digits and "-._~", without an address or a query, as in: /llm/gateway',
    );
  }
  return path;
}
