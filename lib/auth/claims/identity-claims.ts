import { CLAIM_SETTINGS } from "@/lib/config/access-settings/claims";
import { namesOf } from "@/lib/config/access-settings/setting";
import { claimText, type ClaimExpression } from "@/lib/config/claim-expression";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { ClaimPath } from "./claim-path";
import { claimSources, type ClaimSource } from "./claim-source";

/** The settings that say which claims are read. */
export const CLAIM_FIELDS = namesOf(CLAIM_SETTINGS);
export type ClaimField = keyof typeof CLAIM_SETTINGS;

/** The claim expressions that apply to one issuer's tokens. */
export type ClaimFields = Pick<JwtAuthSettings, ClaimField>;

/** Claim expressions as the common settings or an issuer's entry have them, where null unsets a common one. */
export type WrittenClaims = { readonly [Field in ClaimField]?: ClaimExpression | null | undefined };

/** Every expression taken apart. A field that is not set has no sources, but for those with a default. */
export interface IdentityClaims {
  /** Undefined: the field is not set. */
  readonly team: readonly ClaimSource[] | undefined;
  readonly user: readonly ClaimSource[];
  readonly organization: readonly ClaimSource[];
  readonly endUser: readonly ClaimSource[];
  readonly groups: readonly ClaimSource[];
  readonly email: readonly ClaimSource[];
  /** Undefined: the field is not set. */
  readonly object: readonly ClaimSource[] | undefined;
  readonly roles: readonly ClaimSource[];
  readonly teamAlias: readonly ClaimSource[];
  readonly scopes: readonly ClaimSource[];
  /** The paths of the team and of the groups in words, if they are set. */
  readonly teamClaim: string | undefined;
  readonly groupsClaim: string | undefined;
}

/** Spec 2.2. */
const TEAM = "client_id";
/** Some providers call the claim `scp`. */
const SCOPES = ["scope", "scp"];
/** The expressions that are read where a field is not set. */
export const DEFAULT_EXPRESSIONS: { readonly [Field in ClaimField]?: ClaimExpression } = {
  team_id_jwt_field: TEAM,
  scope_jwt_field: SCOPES,
};

/** The team's claim if `team_id_jwt_field` is not set. */
export const DEFAULT_TEAM = claimSources(TEAM);

/** Scopes are a list or one string separated by spaces (spec 5.2). */
const SCOPE_SEPARATOR = " ";
const DEFAULT_SCOPES = claimSources(SCOPES, SCOPE_SEPARATOR);

const known = new WeakMap<ClaimFields, IdentityClaims>();

/** Takes the expressions of some settings apart, once for each settings object. */
export function identityClaims(fields: ClaimFields): IdentityClaims {
  let claims = known.get(fields);
  if (!claims) known.set(fields, (claims = takeApart(fields)));
  return claims;
}

const paths = new WeakMap<WrittenClaims, readonly ClaimPath[]>();

/** The paths of every field that is set, each once, taken apart once for each settings object. */
export function configuredPaths(fields: WrittenClaims): readonly ClaimPath[] {
  let configured = paths.get(fields);
  if (!configured) {
    const all = CLAIM_FIELDS.flatMap((name) => sourcesOf(fields[name]).map(({ path }) => path));
    paths.set(fields, (configured = [...new Map(all.map((path) => [path.written, path])).values()]));
  }
  return configured;
}

function takeApart(fields: ClaimFields): IdentityClaims {
  const {
    team_id_jwt_field: team,
    team_ids_jwt_field: groups,
    object_id_jwt_field: object,
    scope_jwt_field: scopes,
  } = fields;
  return {
    team: team === undefined ? undefined : claimSources(team),
    user: sourcesOf(fields.user_id_jwt_field),
    organization: sourcesOf(fields.org_id_jwt_field),
    endUser: sourcesOf(fields.end_user_id_jwt_field),
    groups: sourcesOf(groups),
    email: sourcesOf(fields.user_email_jwt_field),
    object: object === undefined ? undefined : claimSources(object),
    roles: sourcesOf(fields.roles_jwt_field),
    teamAlias: sourcesOf(fields.team_alias_jwt_field),
    scopes: scopes === undefined ? DEFAULT_SCOPES : claimSources(scopes, SCOPE_SEPARATOR),
    teamClaim: team === undefined ? undefined : claimText(team),
    groupsClaim: groups === undefined ? undefined : claimText(groups),
  };
}

function sourcesOf(expression: ClaimExpression | null | undefined): readonly ClaimSource[] {
  return expression === undefined || expression === null ? [] : claimSources(expression);
}
