import type { ApiRequest } from "@/lib/doors/contract";

/** What tells browsers apart, from the first page of a sign-in to its end. No script and no other host sets it. */
const NAME = "gateway-sign-in";
const MARK = /^[\w-]{72}$/;

function nameAt(address: string): string {
  return isSecure(address) ? `__Host-${NAME}` : NAME;
}

function isSecure(address: string): boolean {
  return address.startsWith("https:");
}

/** The mark of the browser that asks; undefined: it has none. `address`: of the gateway, as the browser knows it. */
export function browserMark({ headers }: Pick<ApiRequest, "headers">, address: string): string | undefined {
  const name = `${nameAt(address)}=`;
  const cookies = [headers["cookie"] ?? []].flat().flatMap((line) => line.split(";"));
  const values = cookies.map((cookie) => cookie.trim()).filter((cookie) => cookie.startsWith(name));
  const [value] = values.map((cookie) => cookie.slice(name.length));
  // A second one would be somebody else's.
  return values.length === 1 && value !== undefined && MARK.test(value) ? value : undefined;
}

/** The cookie that marks a browser. Returns from providers bring it, which frames and forms of other sites do not. */
export function markCookie(mark: string, address: string, lifeMs: number): string {
  const parts = [`${nameAt(address)}=${mark}`, "Path=/", `Max-Age=${lifeMs / 1000}`, "HttpOnly", "SameSite=Lax"];
  return [...parts, ...(isSecure(address) ? ["Secure"] : [])].join("; ");
}
