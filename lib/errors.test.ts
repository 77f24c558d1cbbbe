import { expect, expectTypeOf, test, vi } from "vitest";
import { errorReply, ERRORS, GatewayError, type ErrorBody, type ErrorCode } from "./errors";

test("an error can only be raised with a code of the table, so that docs/reference/errors.md lists them all", () => {
  // @ts-expect-error a code that the table does not have
  expect(() => new GatewayError("no_such_code", "Nobody knows this code.").status).toThrow();
  expectTypeOf<ErrorCode>().toEqualTypeOf<keyof typeof ERRORS>();
});

test("an error of another bundle's copy of the class is one, and other errors and kinds of it are not", async () => {
  vi.resetModules();
  const { GatewayError: Copy } = await import("./errors");
  expect(Copy).not.toBe(GatewayError);
  expect(new Copy("payload_too_large", "The body is too large.")).toBeInstanceOf(GatewayError);
  class Kind extends GatewayError {}
  expect(new Kind("overloaded", "There is no room.")).toBeInstanceOf(GatewayError);
  expect(new Kind("overloaded", "There is no room.")).toBeInstanceOf(Kind);
  expect(new GatewayError("overloaded", "There is no room.")).not.toBeInstanceOf(Kind);
  for (const other of [new Error("payload_too_large"), { name: "GatewayError" }, null, "GatewayError"])
    expect(other).not.toBeInstanceOf(GatewayError);
});

test("a body with the code in another place than the envelope does not compile", () => {
  expectTypeOf<{ code: "invalid_token"; message: string }>().not.toExtend<ErrorBody>();
  expectTypeOf<{ error: "Invalid JWT token" }>().toExtend<ErrorBody>();
});

test("every code has a status of 400 or above, and every 401 names the scheme to use", () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { status, headers } = errorReply(new GatewayError(code, "It failed."));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers["www-authenticate"]?.split(" ")[0]).toBe(status === 401 ? "Bearer" : undefined);
  }
});

test.each<[ErrorCode, string, string]>([
  ["missing_credentials", "Send a token.", "Bearer"],
  ["invalid_key", "No such key.", 'Bearer error="invalid_token", error_description="No such key."'],
  [
    "token_expired",
    'It "ended" at 9\\10\r\nSet-Cookie: é',
    "Bearer error=\"invalid_token\", error_description=\"It 'ended' at 9'10''Set-Cookie: '\"",
  ],
])("what is wrong with a credential is in the challenge: %s", (code, message, challenge) => {
  expect(errorReply(new GatewayError(code, message)).headers["www-authenticate"]).toBe(challenge);
});
test("a challenge has a bound", () => {
  const { headers } = errorReply(new GatewayError("invalid_token", "x".repeat(5_000)));
  expect(headers["www-authenticate"]).toHaveLength(300 + 'Bearer error="invalid_token", error_description=""'.length);
});

test.each<[ErrorCode, string | undefined]>([
  ["journal_unavailable", "0"],
  ["directory_unavailable", "0"],
  ["auth_provider_unavailable", "0"],
  ["starting", "0"],
  // After attempts, or in the middle of an answer.
  ["no_healthy_deployment", undefined],
  ["shutting_down", undefined],
  ["overloaded", undefined],
  ["rate_limit_exceeded", undefined],
])("a refusal %s says whether an upstream may have been asked: %s", (code, attempts) => {
  expect(errorReply(new GatewayError(code, "It failed.")).headers["x-gateway-attempts"]).toBe(attempts);
});

test.each<[ErrorCode, string]>([
  ["invalid_request", "invalid_request_error"],
  ["payload_too_large", "request_too_large"],
  ["invalid_token", "authentication_error"],
  ["team_model_not_allowed", "permission_error"],
  ["model_not_found", "not_found_error"],
  ["rate_limit_exceeded", "rate_limit_error"],
  ["budget_exceeded", "rate_limit_error"],
  ["upstream_timeout", "timeout_error"],
  ["no_healthy_deployment", "api_error"],
])("%s has the type of error that Anthropic's clients know: %s", (code, type) => {
  const { body } = errorReply(new GatewayError(code, "It failed."), "anthropic");
  expect(body).toMatchObject({ type: "error", error: { type, code } });
});

test("an error for Google's clients has the status, its word and our code as the reason", () => {
  const error = new GatewayError("rate_limit_exceeded", "Slow down.", {
    param: "model",
    details: { limit: 5, of: "team" },
  });
  expect(errorReply(error, "google").body).toEqual({
    error: {
      code: 429,
      message: "Slow down.",
      status: "RESOURCE_EXHAUSTED",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "rate_limit_exceeded",
          domain: "model-gateway",
          metadata: { param: "model", limit: "5", of: "team" },
        },
      ],
    },
  });
  const later = new GatewayError("rate_limit_exceeded", "Slow down.", { headers: { "retry-after": "7" } });
  expect(errorReply(later, "google").body).toMatchObject({
    error: { details: [{}, { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "7s" }] },
  });
});

test.each(["openai", "anthropic", "google", "mcp"] as const)(
  "custom_validate refuses %s's clients with one field",
  (dialect) => {
    const { status, body } = errorReply(new GatewayError("custom_validation_failed", "No."), dialect);
    expect({ status, body }).toEqual({ status: 401, body: { error: "Invalid JWT token" } });
  },
);
