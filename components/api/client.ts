/** A refusal or failure of the management API, in its own words. `status` 0: the gateway could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The whole answer, for the operations that explain themselves (findings of a refused configuration). */
    readonly body?: unknown,
  ) {
    super(message);
  }
}

type Query = Record<string, string | number | boolean | undefined>;

/** Parameters as the end of an address; those that are empty or undefined are left out. */
export function queryString(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : "";
}

/** GET on the management API with the console's session. Empty and undefined parameters are left out. @throws ApiError */
export async function apiGet<Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
  return exchange<Answer>(path + queryString(query), { signal });
}

/** POST on the management API with the console's session. @throws ApiError */
export async function apiPost<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  return exchange<Answer>(path, {
    method: "POST",
    // A page of another site cannot send this header, which is what makes the session cookie safe to accept.
    headers: { "content-type": "application/json", "x-gateway-console": "1" },
    body: JSON.stringify(body),
    signal,
  });
}

async function exchange<Answer>(
  path: string,
  options: { method?: string; headers?: HeadersInit; body?: string; signal?: AbortSignal | undefined },
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: options.method ?? "GET",
      headers: { accept: "application/json", ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    throw new ApiError(0, "unreachable", "The gateway does not answer. Is it running, and is this computer online?");
  }
  const text = await response.text();
  const body = parse(text);
  if (response.ok) return body as Answer;
  throw failure(response.status, body);
}

function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(status: number, body: unknown): ApiError {
  if (typeof body === "object" && body !== null && "error" in body) {
    const { error } = body;
    if (typeof error === "object" && error !== null && "message" in error && typeof error.message === "string") {
      const code = "code" in error && typeof error.code === "string" ? error.code : "error";
      return new ApiError(status, code, error.message, body);
    }
  }
  return new ApiError(status, "error", `The gateway answered with status ${status}.`, body);
}
