import { claimText } from "@/lib/config/claim-expression";
import { quote } from "@/lib/quote";
import type { Claims } from "../decision";
import { readPath } from "./read-path";
import { claimSources } from "./claim-source";
import { CLAIM_FIELDS, DEFAULT_EXPRESSIONS, type ClaimField, type ClaimFields } from "./identity-claims";
import type { TokenClaim } from "./token-claims";

/** A claim field that reads nothing from a token, with a sentence that names the claims that come nearest. */
export interface UnreadField {
  readonly field: ClaimField;
  readonly sentence: string;
}

/** How many claims a sentence names. */
const MOST_NAMED = 5;

/** The claim fields that find no claim in a token. `team_id_jwt_field` reads `client_id` where it is not set. */
export function unreadFields(claims: Claims, fields: ClaimFields, listed: readonly TokenClaim[]): UnreadField[] {
  return CLAIM_FIELDS.flatMap((field) => {
    const expression =
      fields[field] ??
      (field === "team_id_jwt_field" && !isNamed(fields) ? DEFAULT_EXPRESSIONS.team_id_jwt_field : undefined);
    if (expression === undefined) return [];
    const sources = claimSources(expression);
    if (sources.some(({ path }) => isStated(readPath(claims, path)))) return [];
    const near = nearestClaims(
      sources.map(({ path }) => path.names),
      listed,
    );
    const has =
      near.length === 0 ? "the token has none like it" : `the token has ${near.map((one) => quote(one)).join(", ")}`;
    const asked =
      fields[field] === undefined
        ? `not set, so client_id is read: no such claim`
        : `no such claim as ${claimText(expression)}`;
    return [{ field, sentence: `${field}: ${asked}; ${has}.` }];
  });
}

/** Whether a field names the team or the caller, so that nobody looks for `client_id`. */
function isNamed({
  team_ids_jwt_field: groups,
  user_id_jwt_field: user,
  object_id_jwt_field: object,
}: ClaimFields): boolean {
  return groups !== undefined || user !== undefined || object !== undefined;
}

/** The claims whose name is alike, or if there are none, the outermost ones. */
function nearestClaims(wanted: readonly (readonly string[])[], listed: readonly TokenClaim[]): string[] {
  const whole = new Set(wanted.map((names) => simplified(names.join("."))));
  const last = new Set(wanted.map((names) => simplified(names.at(-1) ?? "")));
  const same = listed.filter(({ names }) => whole.has(simplified(names.join("."))));
  const alike = listed.filter(({ names }) => last.has(simplified(names.at(-1) ?? "")));
  const similar = listed.filter(({ names }) =>
    [...last].some((name) => isWithin(name, simplified(names.at(-1) ?? ""))),
  );
  const named = [same, alike, similar, listed.filter(({ names }) => names.length === 1)].find(
    (claims) => claims.length > 0,
  );
  return (named ?? []).slice(0, MOST_NAMED).map(({ path }) => path);
}

/** Case, punctuation and a plural at the end make no difference. */
function simplified(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/s$/, "");
}

function isWithin(one: string, other: string): boolean {
  return one.length > 2 && other.length > 2 && (one.includes(other) || other.includes(one));
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
