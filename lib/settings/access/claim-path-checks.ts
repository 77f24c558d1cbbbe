import { claimPath, hasPlainBrackets, readsEvery } from "@/lib/auth/claims/claim-path";
import { CLAIM_FIELDS, type ClaimField, type WrittenClaims } from "@/lib/auth/claims/identity-claims";
import { claimParts } from "@/lib/config/claim-expression";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import type { JwtAuthSettings } from "@/lib/config/schema";

/** The fields whose claim may be a list: those with several values, and the organisation. */
const MAY_BE_LISTS: ReadonlySet<ClaimField> = new Set([
  "team_ids_jwt_field",
  "roles_jwt_field",
  "scope_jwt_field",
  "org_id_jwt_field",
]);

/** Warnings about paths of claims whose brackets do not mean what they seem to. */
export function claimPathFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  return [
    ...faultsOf(settings, base),
    ...settings.issuers.flatMap((entry, index) => faultsOf(entry, [...base, "issuers", index])),
  ];
}

type Written = WrittenClaims & { readonly required_claims?: JwtAuthSettings["required_claims"] | null | undefined };

function faultsOf(settings: Written, base: Path): Fault[] {
  const required = Object.keys(settings.required_claims ?? {}).flatMap((claim) =>
    bracketFaults(claim, [...base, "required_claims", claim], "key"),
  );
  const fields = CLAIM_FIELDS.flatMap((field) =>
    claimParts(settings[field] ?? []).flatMap((part) => [
      ...bracketFaults(part.path, [...base, field], "value"),
      ...(MAY_BE_LISTS.has(field) || part.take === "only" ? [] : listFaults(part.path, [...base, field])),
    ]),
  );
  return [...fields, ...required];
}

function bracketFaults(written: string, path: Path, at: Fault["at"]): Fault[] {
  if (!hasPlainBrackets(written)) return [];
  const message = `the brackets in ${quote(written)} belong to a name, because they lead into no list`;
  const fix =
    "write [0] for the first element behind the name of a list and [] for every one, or \\[ and \\] for a name that has them";
  return [{ number: "C187", path, at, message, fix }];
}

function listFaults(written: string, path: Path): Fault[] {
  if (!readsEvery(claimPath(written))) return [];
  const message = `${quote(written)} is every element of a list, which is not an id, so each token with this claim is refused`;
  const fix = "write [0] for the first element, or `take: only` where the list has one element that counts";
  return [{ number: "C188", path, at: "value", message, fix }];
}
