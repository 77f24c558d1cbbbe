import { createHash } from "node:crypto";

/** The header in which proxy.ts hands the token of the sign-in form to its page. */
export const FORM_TOKEN = "x-gateway-form-token";

/**
 * next-auth's CSRF token: the token that the form sends, and the cookie to set unless the browser has a valid one.
 * `given` is the browser's cookie. `random` makes 32 random bytes in hexadecimal for a new token.
 */
export function formToken(
  given: string | undefined,
  secret: string,
  random: () => string,
): { readonly token: string; readonly cookie?: string } {
  const [token = "", proof] = decoded(given ?? "").split("|");
  if (proof === proofOf(token, secret)) return { token };
  const made = random();
  return { token: made, cookie: `${made}|${proofOf(made, secret)}` };
}

/**
 * A `Cookie` header in which next-auth's CSRF token is signed again with the current secret if a previous secret signed
 * it. next-auth knows only one secret, and while the secret is being changed, another node may have written the cookie.
 */
export function withCurrentCsrfToken(
  header: string,
  name: string,
  [current, ...previous]: readonly [current: string, ...previous: string[]],
): string {
  if (previous.length === 0) return header;
  return header
    .split(/; */)
    .map((pair) => {
      if (!pair.startsWith(`${name}=`)) return pair;
      const [token = "", proof] = decoded(pair.slice(name.length + 1)).split("|");
      const isPrevious = previous.some((secret) => proof === proofOf(token, secret));
      return isPrevious ? `${name}=${encodeURIComponent(`${token}|${proofOf(token, current)}`)}` : pair;
    })
    .join("; ");
}

/** As next-auth 4 makes it (core/lib/csrf-token). */
function proofOf(token: string, secret: string): string {
  return createHash("sha256").update(`${token}${secret}`).digest("hex");
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
