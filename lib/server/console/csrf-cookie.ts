import { createHash } from "node:crypto";

/** The header in which proxy.ts hands the token of the sign-in form to its page. */
export const FORM_TOKEN = "x-gateway-form-token";

/**
 * next-auth's token against forged forms: what the form sends, and the cookie to set beside it unless the browser has
 * one that holds. `given`: the browser's cookie. `random`: 32 random bytes in hexadecimal, for a new one.
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
 * A `Cookie` header in which next-auth's token against forged forms is written under the current secret if it was
 * written under a previous one. next-auth itself knows one secret, and while it is being changed, another node may have
 * written the cookie.
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
