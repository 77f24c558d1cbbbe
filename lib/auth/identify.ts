import type { JwtAuthSettings } from "@/lib/config/schema";
import { ClaimTypeError, readScopes, readString, readStrings } from "./claims";
import type { Claims, Identity, IdentityFault, VerifiedToken } from "./decision";

/** The claim names that apply to one issuer's tokens (spec 2.5). */
type ClaimFields = Pick<
  JwtAuthSettings,
  | "team_id_jwt_field"
  | "user_id_jwt_field"
  | "org_id_jwt_field"
  | "end_user_id_jwt_field"
  | "team_ids_jwt_field"
  | "user_email_jwt_field"
  | "object_id_jwt_field"
  | "roles_jwt_field"
  | "team_alias_jwt_field"
>;

/** Read when no `team_id_jwt_field` is set (spec 2.2). */
const DEFAULT_TEAM_FIELD = "client_id";

const NOBODY: Omit<Identity, "kind"> = {
  issuer: undefined,
  subject: undefined,
  scopes: [],
  roles: [],
  teamId: undefined,
  teamIdIsSoft: false,
  groups: [],
  teamAlias: undefined,
  userId: undefined,
  email: undefined,
  emailVerified: undefined,
  objectId: undefined,
  organizationId: undefined,
  endUserId: undefined,
  key: undefined,
};

/** Reads who is calling from a verified token, or says which claim cannot be read. */
export function identify(token: VerifiedToken, settings: JwtAuthSettings): Identity | IdentityFault {
  switch (token.kind) {
    case "master-key":
      return { ...NOBODY, kind: token.kind };
    case "virtual-key":
      return {
        ...NOBODY,
        kind: token.kind,
        key: token.key,
        teamId: token.key.teamId ?? undefined,
        userId: token.key.userId ?? undefined,
        organizationId: token.key.organizationId ?? undefined,
      };
    case "jwt":
      try {
        return identifyClaims(token.claims, token.issuer, fieldsFor(token.issuer, settings));
      } catch (error) {
        if (error instanceof ClaimTypeError) return error.fault;
        throw error;
      }
  }
}

/** Whether `identify` failed. */
export function isFault(identity: Identity | IdentityFault): identity is IdentityFault {
  return "claim" in identity;
}

/** An issuer of its own settings overrides the claim names it mentions. */
function fieldsFor(issuer: string | undefined, settings: JwtAuthSettings): ClaimFields {
  const own = settings.issuers.find((candidate) => candidate.issuer === issuer);
  return own ? { ...settings, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) } : settings;
}

function identifyClaims(claims: Claims, issuer: string | undefined, fields: ClaimFields): Identity {
  // `object_id_jwt_field` replaces the team and user fields (spec 2.2): a soft client_id beside it would be a second answer.
  const teamIdIsSoft = fields.team_id_jwt_field === undefined;
  const teamField = fields.team_id_jwt_field ?? (fields.object_id_jwt_field === undefined ? DEFAULT_TEAM_FIELD : undefined);
  const emailVerified = Object.hasOwn(claims, "email_verified") ? claims["email_verified"] : undefined;
  return {
    kind: "jwt",
    issuer,
    subject: typeof claims["sub"] === "string" ? claims["sub"] : undefined,
    scopes: readScopes(claims),
    roles: readStrings(claims, fields.roles_jwt_field),
    teamId: readString(claims, teamField),
    teamIdIsSoft,
    groups: readStrings(claims, fields.team_ids_jwt_field),
    teamAlias: readString(claims, fields.team_alias_jwt_field),
    userId: readString(claims, fields.user_id_jwt_field),
    email: readString(claims, fields.user_email_jwt_field),
    emailVerified: typeof emailVerified === "boolean" ? emailVerified : undefined,
    objectId: readString(claims, fields.object_id_jwt_field),
    organizationId: readString(claims, fields.org_id_jwt_field),
    endUserId: readString(claims, fields.end_user_id_jwt_field),
    key: undefined,
  };
}
