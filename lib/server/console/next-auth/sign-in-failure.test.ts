import { describe, expect, test } from "vitest";
import { signInFaultText } from "@/lib/wire/sign-in/sign-in-faults";
import { failureCookie, failureOfLog, detailOf } from "./sign-in-failure";

const OTHER = "the secret of the console after it was changed";
const SECRET = "a secret of the console, long enough";

describe("what next-auth logs about a failed sign-in", () => {
  const answer = (error: string, error_description?: string): object => ({
    error: new Error(error),
    error_description,
  });
  const cases: [code: string, metadata: unknown, fault: string, detail: string | undefined][] = [
    [
      "OAUTH_CALLBACK_HANDLER_ERROR",
      answer("access_denied", "User said no"),
      "AccessDenied",
      "access_denied (User said no)",
    ],
    [
      "OAUTH_CALLBACK_HANDLER_ERROR",
      answer("invalid_scope", "Invalid scopes: gateway_proxy_admin"),
      "ProviderRefused",
      "invalid_scope (Invalid scopes: gateway_proxy_admin)",
    ],
    ["OAUTH_CALLBACK_HANDLER_ERROR", answer("server_error"), "ProviderFailed", "server_error"],
    [
      "OAUTH_CALLBACK_HANDLER_ERROR",
      answer("temporarily_unavailable", "authentication_expired"),
      "ProviderFailed",
      "temporarily_unavailable (authentication_expired)",
    ],
    ["OAUTH_CALLBACK_HANDLER_ERROR", new Error("a defect"), "Callback", undefined],
    ["OAUTH_CALLBACK_ERROR", { error: new Error("State cookie was missing.") }, "CookiesLost", undefined],
    [
      "OAUTH_CALLBACK_ERROR",
      { error: new Error("PKCE code_verifier value could not be parsed.") },
      "CookiesLost",
      undefined,
    ],
    [
      "OAUTH_CALLBACK_ERROR",
      { error: new Error("connect ECONNREFUSED ::1:9") },
      "ProviderUnreachable",
      "connect ECONNREFUSED ::1:9",
    ],
    ["OAUTH_CALLBACK_ERROR", { error: new Error("something else") }, "OAuthCallback", undefined],
    [
      "SIGNIN_OAUTH_ERROR",
      { error: new Error("outgoing request timed out") },
      "OAuthSignin",
      "outgoing request timed out",
    ],
    ["JWT_SESSION_ERROR", "text", "Callback", undefined],
  ];
  test.each(cases)("%s %j is the fault %s", (code, metadata, fault, detail) => {
    expect(failureOfLog(code, metadata)).toEqual({ fault, detail });
  });
});

describe("the detail about a failure", () => {
  const failure = { fault: "ProviderRefused", detail: "invalid_scope" } as const;
  const scope = { isSecure: false, basePath: "" };
  const cookieOf = async (): Promise<string> => (await failureCookie(failure, SECRET, scope)).split(";")[0]!;

  test("the sign-in page finds the detail in its cookie, if its address names the same fault", async () => {
    const cookie = await cookieOf();
    expect(await detailOf("ProviderRefused", cookie, [OTHER, SECRET], scope)).toBe("invalid_scope");
    expect(await detailOf("AccessDenied", cookie, [OTHER, SECRET], scope)).toBeUndefined();
    expect(await detailOf("invented", cookie, [OTHER, SECRET], scope)).toBeUndefined();
  });

  test.each([
    ["encrypted with another secret", () => cookieOf(), "another secret", false],
    ["of plain HTTP, under TLS", () => cookieOf(), SECRET, true],
    ["that is garbage", () => Promise.resolve("gateway.sign-in-failure=x"), SECRET, false],
    ["that is missing", () => Promise.resolve(""), SECRET, false],
  ])("a cookie %s says nothing", async (_what, cookie, secret, isSecure) => {
    expect(await detailOf("ProviderRefused", await cookie(), [secret], { ...scope, isSecure })).toBeUndefined();
  });

  test("the cookie is short-lived, of the host alone, and hides the detail from scripts", async () => {
    expect(await failureCookie(failure, SECRET, { isSecure: true, basePath: "" })).toMatch(
      /^__Host-gateway\.sign-in-failure=[\w.-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test("below a base path, the cookie goes to the gateway alone and not to the rest of the host", async () => {
    expect(await failureCookie(failure, SECRET, { isSecure: true, basePath: "/llm/gateway" })).toMatch(
      /^__Secure-gateway\.sign-in-failure=[\w.-]+; Path=\/llm\/gateway; Max-Age=300; /,
    );
  });
});

test.each(["constructor", "toString", "__proto__", "Call 0800-EVIL"])(
  "the sign-in page shows no text for the unknown fault %j but its own",
  (name) => expect(signInFaultText(name)).toMatch(/^The sign-in failed\./),
);
