import type { ErrorCode, Operations } from "./operations.js";

/** The name of an operation: its method and its path, such as `POST /team/new`. */
export type OperationName = keyof Operations;

export type InputOf<Name extends OperationName> = Operations[Name]["input"];
export type OutputOf<Name extends OperationName> = Operations[Name]["output"];

/** The operations that answer a list page by page. */
export type PagedName = {
  [Name in OperationName]: OutputOf<Name> extends { readonly data: readonly unknown[]; readonly next?: string | null }
    ? Name
    : never;
}[OperationName];

/** One row of the list that an operation answers with. */
export type RowOf<Name extends PagedName> =
  OutputOf<Name> extends { readonly data: readonly (infer Row)[] } ? Row : never;

export interface ClientOptions {
  /** The gateway's address, without `/v1`. */
  readonly baseUrl: string;
  /** A key or a token, or what fetches one; it is asked before each request. */
  readonly token: string | (() => string | Promise<string>);
  /** How often a failed request is repeated where that may help. Default 2. */
  readonly retries?: number;
  /** Default: the platform's own. */
  readonly fetch?: typeof fetch;
}

/** A refusal or failure, in the gateway's words. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  /** The HTTP status; 0: the gateway could not be reached. */
  readonly status: number;
  /** Undefined: the answer was not the gateway's own, such as that of a proxy. */
  readonly code: ErrorCode | undefined;
  /** The field at fault, if there is one. */
  readonly param: string | undefined;
  /** By which an operator finds the request in the log. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    {
      status,
      code,
      param,
      requestId,
      cause,
    }: { status: number; code?: ErrorCode; param?: string; requestId?: string; cause?: unknown },
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.param = param;
    this.requestId = requestId;
  }
}

export interface Client {
  /** Calls an operation. @throws GatewayError; what `signal` says when it is aborted */
  call<Name extends OperationName>(
    name: Name,
    input?: InputOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OutputOf<Name>>;
  /** Every row of a list, over all its pages. @throws GatewayError */
  pages<Name extends PagedName>(
    name: Name,
    input?: InputOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<RowOf<Name>, void, undefined>;
}

/** A client of the gateway's management API. It works wherever there is `fetch`. */
export function createClient({ baseUrl, token, retries = 2, fetch: send = fetch }: ClientOptions): Client {
  const base = baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl;

  async function call<Name extends OperationName>(
    name: Name,
    input?: InputOf<Name>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<OutputOf<Name>> {
    const [method = "GET", path = ""] = name.split(" ");
    for (let attempt = 0; ; attempt++) {
      const answer = await ask({ method, path, input, signal });
      if ("value" in answer) return answer.value as OutputOf<Name>;
      if (attempt >= retries || !mayRepeat(method, answer)) throw answer.error;
      await pause(waitMs(attempt, answer.retryAfter), signal);
    }
  }

  async function ask({
    method,
    path,
    input,
    signal,
  }: {
    method: string;
    path: string;
    input: object | undefined;
    signal: AbortSignal | undefined;
  }): Promise<Answer> {
    const isRead = method === "GET";
    const headers: Record<string, string> = {
      authorization: `Bearer ${typeof token === "string" ? token : await token()}`,
    };
    if (!isRead) headers["content-type"] = "application/json";
    let response: Response;
    try {
      response = await send(`${base}${path}${isRead ? queryOf(input) : ""}`, {
        method,
        headers,
        ...(isRead ? {} : { body: JSON.stringify(input ?? {}) }),
        ...(signal && { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      const error = new GatewayError("The gateway cannot be reached.", { status: 0, cause });
      return { error, shouldRetry: undefined, retryAfter: undefined, attempts: undefined };
    }
    if (response.ok) return { value: await valueOf(response) };
    return {
      error: await errorOf(response),
      shouldRetry: response.headers.get("x-should-retry") ?? undefined,
      retryAfter: response.headers.get("retry-after") ?? undefined,
      attempts: response.headers.get("x-gateway-attempts") ?? undefined,
    };
  }

  async function* pages<Name extends PagedName>(
    name: Name,
    input?: InputOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<RowOf<Name>, void, undefined> {
    let after: string | null | undefined;
    do {
      const wanted = after ? { ...input, page: undefined, after } : input;
      const page: { readonly data: readonly unknown[]; readonly next?: string | null } = await call(
        name,
        wanted as InputOf<Name>,
        options,
      );
      yield* page.data as readonly RowOf<Name>[];
      after = page.next;
    } while (after);
  }

  return { call, pages };
}

type Answer =
  | { readonly value: unknown }
  | {
      readonly error: GatewayError;
      readonly shouldRetry: string | undefined;
      readonly retryAfter: string | undefined;
      readonly attempts: string | undefined;
    };

/** The statuses that may be over soon. */
const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504]);

/**
 * Whether the same request may succeed later. The gateway's own word counts first. A write is repeated only where
 * nothing can have been done: the limits refused it, or nothing was tried.
 */
function mayRepeat(method: string, { error, shouldRetry, attempts }: Exclude<Answer, { value: unknown }>): boolean {
  if (shouldRetry !== undefined) return shouldRetry === "true";
  if (!PASSING.has(error.status)) return false;
  return method === "GET" || error.status === 429 || attempts === "0";
}

const LONGEST_PAUSE_MS = 60_000;

/** `retryAfter`: seconds, or a date. */
function waitMs(attempt: number, retryAfter: string | undefined): number {
  const backOff = 500 * 2 ** attempt * (0.75 + Math.random() / 2);
  if (retryAfter === undefined) return backOff;
  const seconds = Number(retryAfter);
  const asked = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), LONGEST_PAUSE_MS) : backOff;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function queryOf(input: object = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>({ ...input })) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : "";
}

/** JSON as its value, anything else (an export) as text. */
async function valueOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
}

async function errorOf(response: Response): Promise<GatewayError> {
  const { status } = response;
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const error = isRecord(body) ? body["error"] : undefined;
  if (!isRecord(error)) {
    const message = typeof error === "string" ? error : `The gateway answered ${status}.`;
    return new GatewayError(message, { status, ...(requestId !== undefined && { requestId }) });
  }
  return new GatewayError(String(error["message"]), {
    status,
    ...(typeof error["code"] === "string" && { code: error["code"] as ErrorCode }),
    ...(typeof error["param"] === "string" && { param: error["param"] }),
    ...(requestId !== undefined && { requestId }),
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
