import type { ClaimsSeen, PathSeen } from "@/lib/auth/claims/claims-seen";
import { CLAIM_FIELDS, type ClaimField, type WrittenClaims } from "@/lib/auth/claims/identity-claims";
import { issuerEntryOf, settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { claimParts } from "@/lib/config/claim-expression";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import type { JwtAuthSettings } from "@/lib/config/schema";

/** How many tokens must have been seen before the absence of a claim says anything. */
const TOKENS_THAT_SAY_SOMETHING = 20;

/**
 * What the tokens seen by this process say about the configured claims: a path that reads nothing, and one that could
 * mean two claims. `base`: where `gateway_jwtauth` is. A common path is judged by the tokens of all issuers that it is
 * read for.
 */
export function claimsSeenFaults(settings: JwtAuthSettings, seen: ClaimsSeen, base: Path): Fault[] {
  const ofCommon = fieldFaults(settings, base, (field) =>
    seen
      .issuers()
      .filter((issuer) => settingsOfIssuer(issuer, { jwtAuth: settings }).jwtAuth[field] === settings[field]),
  );
  const ofIssuers = settings.issuers.flatMap((entry, index) =>
    fieldFaults(entry, [...base, "issuers", index], () =>
      seen.issuers().filter((issuer) => issuerEntryOf(issuer, settings) === entry),
    ),
  );
  return [...ofCommon, ...ofIssuers];

  function fieldFaults(
    fields: WrittenClaims,
    parent: Path,
    issuersOf: (field: ClaimField) => readonly (string | undefined)[],
  ): Fault[] {
    return CLAIM_FIELDS.flatMap((field) => {
      const expression = fields[field];
      if (expression === undefined || expression === null) return [];
      const issuers = issuersOf(field);
      return claimParts(expression).flatMap(({ path }) => {
        const counts = issuers.map((issuer) => seen.find(issuer, path)).filter((count) => count !== undefined);
        return pathFaults(path, [...parent, field], counts);
      });
    });
  }
}

function pathFaults(path: string, setting: Path, counts: readonly PathSeen[]): Fault[] {
  const sum = (name: keyof PathSeen): number => counts.reduce((total, count) => total + count[name], 0);
  const tokens = sum("tokens");
  const at = { path: setting, at: "value" } as const;
  if (tokens >= TOKENS_THAT_SAY_SOMETHING && sum("stated") === 0) {
    return [
      {
        ...at,
        number: "C100",
        message: `none of the ${tokens} tokens seen has a claim at ${quote(path)}`,
        fix: "compare the path with the claims of a token, which /auth/explain takes",
      },
    ];
  }
  if (sum("ambiguous") === 0) return [];
  return [
    {
      ...at,
      number: "C101",
      message: `${sum("ambiguous")} of the ${tokens} tokens seen have several claims that ${quote(path)} can mean; docs/reference/claims.md says which one is read`,
      fix: "write `\\.`, `\\[` and `\\]` for what belongs to a name, or rename one of the claims",
    },
  ];
}
