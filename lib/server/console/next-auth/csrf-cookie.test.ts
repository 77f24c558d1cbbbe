import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { formToken, withCurrentCsrfToken } from "./csrf-cookie";

/** next-auth's own function, which it does not export. The cookie must be one that the installed version accepts. */
const { createCSRFToken }: { createCSRFToken: (asked: CsrfRequest) => CsrfAnswer } = createRequire(import.meta.url)(
  "../../../../node_modules/next-auth/core/lib/csrf-token.js",
);
interface CsrfRequest {
  readonly options: { readonly secret: string };
  readonly isPost: boolean;
  readonly cookieValue?: string;
  readonly bodyValue?: string;
}
interface CsrfAnswer {
  readonly cookie?: string;
  readonly csrfTokenVerified?: boolean;
}

const NAME = "next-auth.csrf-token";
const SECRETS = ["current", "previous"] as const;

/** The cookie that next-auth writes under a secret. */
function written(secret: string): string {
  const { cookie = "" } = createCSRFToken({ options: { secret }, isPost: false });
  return `a=1; ${NAME}=${encodeURIComponent(cookie)}; b=2`;
}
/** Whether next-auth accepts the token of a header under a secret, for a form that repeats it. */
function isAccepted(header: string, secret: string): boolean {
  const value = decodeURIComponent(new RegExp(`${NAME}=([^;]*)`).exec(header)?.[1] ?? "");
  const [bodyValue = ""] = value.split("|");
  const { csrfTokenVerified } = createCSRFToken({ options: { secret }, cookieValue: value, isPost: true, bodyValue });
  return csrfTokenVerified === true;
}

test("a form's token that was written under a previous secret is accepted under the current one", () => {
  const header = withCurrentCsrfToken(written("previous"), NAME, SECRETS);
  expect(isAccepted(header, "current")).toBe(true);
  expect(header).toMatch(/^a=1; .*; b=2$/);
});

test("a form's token of the current secret, of a foreign one or without a proof stays as it is", () => {
  for (const header of [written("current"), written("foreign"), `${NAME}=x`, `${NAME}=%`, "a=1", ""])
    expect(withCurrentCsrfToken(header, NAME, SECRETS)).toBe(header);
  expect(isAccepted(withCurrentCsrfToken(written("foreign"), NAME, SECRETS), "current")).toBe(false);
});

test("a form's token is that of the browser's cookie, or new with a cookie of its own, and next-auth accepts both", () => {
  const made = formToken(undefined, "current", () => "ab12");
  expect(made.token).toBe("ab12");
  const header = `${NAME}=${encodeURIComponent(made.cookie ?? "")}`;
  expect(isAccepted(header, "current")).toBe(true);
  const never = () => expect.unreachable("the cookie holds");
  expect(formToken(made.cookie, "current", never)).toEqual({ token: "ab12" });
  expect(formToken(encodeURIComponent(made.cookie ?? ""), "current", never)).toEqual({ token: "ab12" });
});

test("a form's token is new where the cookie is of another secret or no token", () => {
  const { cookie } = formToken(undefined, "foreign", () => "ab12");
  for (const given of [cookie, "", "|", "x", "%"])
    expect(formToken(given, "current", () => "cd34").token, String(given)).toBe("cd34");
});
