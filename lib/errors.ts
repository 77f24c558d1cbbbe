import { anthropicErrorType } from "./anthropic-error-type";
import { googleError, type GoogleError } from "./google-status";
import { rpcError, type RpcErrorBody } from "./rpc-error";

/**
 * Every failure that the gateway can answer with: code → HTTP status and OpenAI error type. Codes are a public
 * interface (docs/reference/errors.md) and never change their meaning.
 */
export const ERRORS = {
  // 400: the request itself is wrong
  invalid_request: [400, "invalid_request_error"],
  invalid_json: [400, "invalid_request_error"],
  loop_detected: [400, "invalid_request_error"],
  payload_too_large: [413, "invalid_request_error"],
  uri_too_long: [414, "invalid_request_error"],
  expectation_failed: [417, "invalid_request_error"],
  headers_too_large: [431, "invalid_request_error"],
  unsupported_media_type: [415, "invalid_request_error"],
  request_timeout: [408, "invalid_request_error"],
  not_found: [404, "invalid_request_error"],
  method_not_allowed: [405, "invalid_request_error"],
  already_exists: [409, "invalid_request_error"],
  revision_conflict: [409, "invalid_request_error"],
  in_use: [409, "invalid_request_error"],
  would_lock_out: [409, "invalid_request_error"],
  changed_meanwhile: [412, "invalid_request_error"],
  policy_test_failed: [422, "invalid_request_error"],
  // 401: the caller is not known
  missing_credentials: [401, "authentication_error"],
  invalid_key: [401, "authentication_error"],
  key_expired: [401, "authentication_error"],
  invalid_token: [401, "authentication_error"],
  token_expired: [401, "authentication_error"],
  token_not_yet_valid: [401, "authentication_error"],
  invalid_signature: [401, "authentication_error"],
  invalid_audience: [401, "authentication_error"],
  invalid_issuer: [401, "authentication_error"],
  unknown_key: [401, "authentication_error"],
  claim_not_accepted: [401, "authentication_error"],
  custom_validation_failed: [401, "authentication_error"],
  // 403: the caller may not do it
  key_blocked: [403, "permission_error"],
  key_issuer_removed: [403, "permission_error"],
  key_route_not_allowed: [403, "permission_error"],
  key_model_not_allowed: [403, "permission_error"],
  role_not_mapped: [403, "permission_error"],
  role_required: [403, "permission_error"],
  route_not_allowed: [403, "permission_error"],
  role_route_not_allowed: [403, "permission_error"],
  role_model_not_allowed: [403, "permission_error"],
  scope_model_not_allowed: [403, "permission_error"],
  email_domain_not_allowed: [403, "permission_error"],
  organization_not_found: [403, "permission_error"],
  organization_required: [403, "permission_error"],
  organization_not_in_token: [403, "permission_error"],
  organization_blocked: [403, "permission_error"],
  organization_model_not_allowed: [403, "permission_error"],
  team_not_found: [403, "permission_error"],
  team_required: [403, "permission_error"],
  team_blocked: [403, "permission_error"],
  team_model_not_allowed: [403, "permission_error"],
  team_not_in_token: [403, "permission_error"],
  too_many_teams: [403, "permission_error"],
  group_overage: [403, "permission_error"],
  user_not_found: [403, "permission_error"],
  user_required: [403, "permission_error"],
  user_blocked: [403, "permission_error"],
  user_model_not_allowed: [403, "permission_error"],
  content_right_required: [403, "permission_error"],
  mcp_server_not_allowed: [403, "permission_error"],
  tool_not_allowed: [403, "permission_error"],
  tool_held: [403, "permission_error"],
  tool_param_not_allowed: [403, "permission_error"],
  connection_required: [403, "permission_error"],
  hosted_tool_not_allowed: [403, "permission_error"],
  end_user_not_allowed: [403, "permission_error"],
  end_user_blocked: [403, "permission_error"],
  not_granted: [403, "permission_error"],
  cross_site_request: [403, "permission_error"],
  model_unpriced: [403, "permission_error"],
  // 404, 429: permission was established first
  content_not_found: [404, "invalid_request_error"],
  model_not_found: [404, "invalid_request_error"],
  budget_exceeded: [429, "insufficient_quota"],
  rate_limit_exceeded: [429, "rate_limit_error"],
  // 5xx: the gateway or an upstream fails
  content_unreadable: [500, "server_error"],
  internal_error: [500, "server_error"],
  upstream_unreachable: [502, "upstream_error"],
  upstream_access_refused: [502, "upstream_error"],
  upstream_invalid_response: [502, "upstream_error"],
  upstream_timeout: [504, "upstream_error"],
  no_healthy_deployment: [503, "upstream_error"],
  auth_provider_unavailable: [503, "server_error"],
  directory_unavailable: [503, "server_error"],
  database_too_slow: [504, "server_error"],
  journal_unavailable: [503, "server_error"],
  overloaded: [503, "server_error"],
  starting: [503, "server_error"],
  shutting_down: [503, "server_error"],
} as const satisfies Record<string, readonly [status: number, type: string]>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * Codes with which this node refuses a call before any upstream is asked, for a reason that another node may not have.
 * Proxies and clients may repeat the call.
 */
const BEFORE_ANY_ATTEMPT: ReadonlySet<ErrorCode> = new Set([
  "auth_provider_unavailable",
  "directory_unavailable",
  "journal_unavailable",
  "starting",
]);

/** The codes that are answered with an HTTP status. */
export function codesOfStatus(status: number): readonly string[] {
  return Object.entries(ERRORS).flatMap(([code, [its]]) => (its === status ? [code] : []));
}

/** The HTTP status of a code; undefined: this version has no such code. */
export function statusOfCode(code: string): number | undefined {
  return Object.entries(ERRORS).find(([name]) => name === code)?.[1][0];
}

/** Marks the class in every bundle. Behind Next.js, one bundle reads a request and another one answers it. */
const BRAND = Symbol.for("model-gateway.GatewayError");

/**
 * A failure that the caller sees. `message` is sent as it is: it says what is wrong and what would be right,
 * and never contains a token, a key or another tenant's data. `param` names the field at fault, if there is one.
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly [BRAND] = true;

  /** Also true of an error that another bundle's copy of this class has made. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== GatewayError) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && BRAND in value;
  }

  constructor(
    readonly code: ErrorCode,
    message: string,
    /**
     * `detail` is for the log and the administrators' explanation, and never for the caller. `comparison` is for the
     * explanation alone: it repeats what an attacker may have chosen freely. `details` is plain JSON for the caller.
     */
    readonly options: {
      param?: string;
      headers?: Record<string, string>;
      cause?: unknown;
      detail?: string;
      comparison?: string;
      details?: Readonly<Record<string, unknown>>;
      /** The id of the JSON-RPC request that failed. */
      messageId?: string | number;
    } = {},
  ) {
    super(message, { cause: options.cause });
  }
  get status(): number {
    return ERRORS[this.code][0];
  }
}

/** OpenAI's error envelope, or Google's. The one exception is spec 7: a failed custom validation has its own body. */
export type ErrorBody =
  | {
      type?: "error";
      error: {
        message: string;
        type: string;
        param: string | null;
        code: ErrorCode;
        details?: Readonly<Record<string, unknown>>;
      };
    }
  | { error: GoogleError }
  | RpcErrorBody
  | { error: "Invalid JWT token" };

/**
 * The dialect of the client that reads an error. Anthropic's clients expect a `type` beside the error, which OpenAI's
 * ignore, and know other types of errors. Google's read the status in it, and our code as a reason.
 * Callers of tools read JSON-RPC.
 */
export type ErrorDialect = "openai" | "anthropic" | "google" | "mcp";

/** The wire form of a failure: status, headers and body. */
export function errorReply(
  error: GatewayError,
  dialect: ErrorDialect = "openai",
): { status: number; headers: Record<string, string>; body: ErrorBody } {
  const [status, type] = ERRORS[error.code];
  const headers: Record<string, string> = { "content-type": "application/json", ...error.options.headers };
  if (status === 401) headers["www-authenticate"] = challengeOf(error);
  if (BEFORE_ANY_ATTEMPT.has(error.code)) headers["x-gateway-attempts"] = "0";
  if (error.code === "budget_exceeded") headers["x-should-retry"] = "false";
  // The specification gives this body, whatever the route.
  if (error.code === "custom_validation_failed") return { status, headers, body: { error: "Invalid JWT token" } };
  if (dialect === "mcp") return { status, headers, body: rpcError(error, status, headers["x-gateway-decision-id"]) };
  return { status, headers, body: errorBody(error, dialect, status, type) };
}

function errorBody(
  { code, message, options: { param, details, headers } }: GatewayError,
  dialect: ErrorDialect,
  status: number,
  type: string,
): ErrorBody {
  if (dialect === "google")
    return { error: googleError(status, message, code, metadataOf(param, details), headers?.["retry-after"]) };
  return {
    ...(dialect === "anthropic" && { type: "error" }),
    error: {
      message,
      type: dialect === "anthropic" ? anthropicErrorType(status) : type,
      param: param ?? null,
      code,
      ...(details && { details }),
    },
  };
}

/** Google's clients take strings alone here. */
function metadataOf(
  param: string | undefined,
  details: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, string>> {
  const texts = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return { ...(param !== undefined && { param }), ...Object.fromEntries(texts) };
}

/** Characters that a quoted `error_description` may not have (RFC 6750 §3). */
const NOT_IN_DESCRIPTION = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;
const LONGEST_DESCRIPTION = 300;

/** The `WWW-Authenticate` of a caller without access: without a credential, only the scheme to use. */
function challengeOf({ code, message }: GatewayError): string {
  if (code === "missing_credentials") return "Bearer";
  const description = message.slice(0, LONGEST_DESCRIPTION).replaceAll(NOT_IN_DESCRIPTION, "'");
  return `Bearer error="invalid_token", error_description="${description}"`;
}
