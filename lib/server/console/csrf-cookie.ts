import { createHash } from "node:crypto";

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
