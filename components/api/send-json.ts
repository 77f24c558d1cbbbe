import { addressOf } from "./address";

/** A page of another site cannot send this header, which is what makes the session cookie safe to accept. */
export const FROM_CONSOLE = { "x-gateway-console": "1" };

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Further headers, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts JSON to a path of the gateway that has no contract, as the account that is signed in. */
export function sendJson(path: string, body: unknown, { signal, headers }: SendOptions = {}): Promise<Response> {
  return fetch(addressOf(path), {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...FROM_CONSOLE, ...headers },
    body: JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
    ...(signal && { signal }),
  });
}
