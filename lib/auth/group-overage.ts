import { isObject } from "@/lib/is-object";
import { outermostName } from "./claims/claim-path";
import type { ClaimSource } from "./claims/claim-source";
import type { Claims } from "./decision";

/**
 * The claim that Entra ID has left out of a token because its holder is in too many groups: `_claim_names` names one of
 * the claims that groups are read from, or `hasgroups` is true (tokens of the implicit flow). Undefined: the token says
 * all groups, or nobody reads them. `sources`: those of `team_ids_jwt_field`.
 */
export function groupOverageOf(claims: Claims, sources: readonly ClaimSource[]): string | undefined {
  if (sources.length === 0) return undefined;
  const elsewhere = own(claims, "_claim_names");
  if (isObject(elsewhere)) {
    const names = Object.keys(elsewhere);
    for (const { path } of sources) {
      const left = outermostName(path, names);
      if (left !== undefined) return left;
    }
  }
  const marked = own(claims, "hasgroups");
  return marked === true || marked === "true" ? "groups" : undefined;
}

/** The claims with the groups in the place from which they were left out, and without the mark that says so. */
export function withGroups(claims: Claims, claim: string, groups: readonly string[]): Claims {
  const { _claim_names: elsewhere, hasgroups: _marked, ...rest } = claims;
  const others = isObject(elsewhere) ? Object.entries(elsewhere).filter(([name]) => name !== claim) : [];
  return { ...rest, ...(others.length > 0 && { _claim_names: Object.fromEntries(others) }), [claim]: groups };
}

function own(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}
