import type { z } from "zod";
import { hasQuery, type Contract, type Method, type ReadContract, type UnversionedWrite } from "@/lib/wire/contract";
import { addressOf } from "./address";
import { currentReads } from "./held-reads";
import { FROM_CONSOLE } from "./send-json";

/** A refusal or failure of the management API, in its own words. `status` 0: the gateway could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The whole answer, for operations whose refusals hold more than a message, such as findings. */
    readonly body?: unknown,
  ) {
    super(message);
  }

  /** The field at fault, by its name in the API. Undefined: the answer names none. */
  get param(): string | undefined {
    const param = this.#member("param");
    return typeof param === "string" ? param : undefined;
  }

  /** What the answer adds in `error.details` to a refusal with a code of its own; undefined: nothing. */
  get details(): unknown {
    return this.#member("details");
  }

  #member(name: string): unknown {
    const { body } = this;
    const error = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
    return typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
  }
}

/** The input of an operation as it is sent, before defaults are filled in. */
export type InputOf<Called extends Contract> = z.input<Called["input"]>;
/** The output of an operation that succeeds. */
export type OutputOf<Called extends Contract> = z.output<Called["output"]>;

/** Parameters as the query of an address, `?` included. Empty, null and undefined ones are left out. */
export function queryString(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>({ ...query })) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : "";
}

/**
 * Calls an operation of the management API with the console's session. Writes that are bound to a version go through
 * `callVersioned`. @throws ApiError
 */
export async function callOperation<Called extends ReadContract | UnversionedWrite>(
  contract: Called,
  input: InputOf<Called>,
  signal?: AbortSignal,
): Promise<OutputOf<Called>> {
  return (await callVersioned(contract, input, { signal })).body;
}

/** A successful answer, with the version of what it shows. */
export interface Versioned<Body> {
  readonly body: Body;
  /** Undefined: what it shows has no version, because it cannot be edited. */
  readonly etag: string | undefined;
}

/**
 * `callOperation` that also returns the version of the answer, and sends the version that a write is based on.
 * @throws ApiError
 */
export async function callVersioned<Called extends Contract>(
  { method, path }: Called,
  input: InputOf<Called>,
  { signal, ifMatch }: { readonly signal?: AbortSignal | undefined; readonly ifMatch?: string | undefined } = {},
): Promise<Versioned<OutputOf<Called>>> {
  const { address, rest } = fillPath(path, Object(input));
  const answer = hasQuery(method)
    ? await exchange(address + queryString(rest), {
        method,
        ...(method !== "GET" && { headers: writeHeaders(ifMatch) }),
        signal,
      })
    : await exchange(address, {
        method,
        headers: { "content-type": "application/json", ...writeHeaders(ifMatch) },
        body: JSON.stringify(rest),
        signal,
      });
  // Not parsed again: the console and the gateway are one build, and the compiler holds every reply to its contract.
  return answer as Versioned<OutputOf<Called>>;
}

/** The path of an operation with its parameter filled in, and what of the input is left for the query or the body. */
export function fillPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): { readonly address: string; readonly rest: Readonly<Record<string, unknown>> } {
  const [parameter, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (parameter === undefined || name === undefined) return { address: path, rest: input };
  const { [name]: value, ...rest } = input;
  return { address: path.replace(parameter, () => encodeURIComponent(String(value))), rest };
}

function writeHeaders(ifMatch: string | undefined): Record<string, string> {
  return {
    ...FROM_CONSOLE,
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
  };
}

/**
 * How long a read may take, in milliseconds. Then the page says that no answer came, instead of loading for ever.
 */
const READ_TIMEOUT_MS = 60_000;

/** A signal that also aborts when the time is over, with a `TimeoutError`. `done` ends the waiting. */
function withTimeout(outer: AbortSignal | undefined): { readonly signal: AbortSignal; readonly done: () => void } {
  const inner = new AbortController();
  const forward = () => inner.abort(outer?.reason);
  if (outer?.aborted) forward();
  outer?.addEventListener("abort", forward, { once: true });
  const timer = setTimeout(() => inner.abort(new DOMException("No answer", "TimeoutError")), READ_TIMEOUT_MS);
  return {
    signal: inner.signal,
    done() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", forward);
    },
  };
}

async function exchange(
  path: string,
  options: {
    method: Method;
    headers?: Readonly<Record<string, string>>;
    body?: string;
    signal: AbortSignal | undefined;
  },
): Promise<Versioned<unknown>> {
  let response: Response;
  let text: string;
  const reads = currentReads();
  // A write has no time limit, because nobody could say whether an abandoned one has been made.
  const limited =
    options.method === "GET"
      ? withTimeout(options.signal ? AbortSignal.any([options.signal, reads.signal]) : reads.signal)
      : undefined;
  const signal = limited?.signal ?? options.signal;
  try {
    response = await fetch(addressOf(path), {
      method: options.method,
      headers: { accept: "application/json", ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(signal === undefined ? {} : { signal }),
      credentials: "same-origin",
      cache: "no-store",
    });
    text = await response.text();
  } catch (fault) {
    if (limited && reads.signal.aborted && !options.signal?.aborted) {
      await reads.resumed;
      return exchange(path, options);
    }
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    if (fault instanceof DOMException && fault.name === "TimeoutError")
      throw new ApiError(
        408,
        "timeout",
        "The gateway has not answered within a minute. Try again, or choose a shorter time range, which is faster to read.",
      );
    throw new ApiError(0, "unreachable", "The gateway does not answer. Is it running, and is this computer online?");
  } finally {
    limited?.done();
  }
  const body = parse(text);
  if (response.ok) return { body, etag: response.headers.get("etag") ?? undefined };
  throw failure(response, body);
}

function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure({ status, headers }: Response, body: unknown): ApiError {
  if (typeof body === "object" && body !== null && "error" in body) {
    const { error } = body;
    if (typeof error === "object" && error !== null && "message" in error && typeof error.message === "string") {
      const code = "code" in error && typeof error.code === "string" ? error.code : "error";
      const id = code === "internal_error" ? headers.get("x-request-id") : null;
      // The id is what finds the reason in the gateway's log.
      return new ApiError(status, code, id === null ? error.message : `${error.message} Request id: ${id}`, body);
    }
  }
  return new ApiError(status, "error", `The gateway answered with status ${status}.`, body);
}
