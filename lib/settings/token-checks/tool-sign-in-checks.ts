import { audiencesOf } from "@/lib/auth/token/audiences";
import { TENANT } from "@/lib/config/access-settings/issuer";
import type { Fault, Path } from "@/lib/config/finding";
import type { IssuerEntry } from "@/lib/config/schema";

/**
 * The faults of an issuer's `mcp_oauth`. `common`: the audiences of `JWT_AUDIENCE`; undefined: it names none. `place`:
 * of the entry.
 */
export function toolSignInFaults(entry: IssuerEntry, common: readonly string[] | undefined, path: Path): Fault[] {
  if (!entry.mcp_oauth) return [];
  const at = { number: "C270", path: [...path, "mcp_oauth"], at: "key" } as const;
  if (entry.issuer.includes(TENANT)) {
    const message = `cannot tell at which tenant users sign in, because ${TENANT} stands in issuer`;
    return [{ ...at, message, fix: "give the tenant an entry with its own issuer" }];
  }
  if (audiencesOf(entry, common) !== undefined) return [];
  const message = "gives tokens that open no tools, because the audience of this issuer is not checked";
  return [{ ...at, message, fix: "set audience, or JWT_AUDIENCE" }];
}
