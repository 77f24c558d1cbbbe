import type { AddressSettings } from "@/lib/http/public-address";

type KnownAddress = Pick<AddressSettings, "nextAuthUrl"> & { readonly basePath: string };

/**
 * The audiences by which a token says that it is for addresses of this gateway: its own, and those of `paths`, which
 * are without the base path (RFC 8707). None without `NEXTAUTH_URL`: anybody may write the header `Host`, so a token
 * that another service was given could name that service there.
 */
export function ownAudiences({ nextAuthUrl, basePath }: KnownAddress, paths: readonly string[]): readonly string[] {
  if (nextAuthUrl === undefined) return [];
  const base = new URL(nextAuthUrl).origin + basePath;
  return [base, `${base}/`, ...paths.map((path) => base + path)];
}

/** The same, for all addresses at which a server is among others or alone. `server` undefined: it is not known. */
export function ownAudiencesFor(address: KnownAddress, server: string | undefined): readonly string[] {
  const alone = server === undefined ? [] : [`/${server}/mcp`, `/mcp/${server}`, `/v1/mcp/${server}`];
  return ownAudiences(address, ["/mcp", "/v1/mcp", ...alone]);
}
