import type { JwtAuthSettings } from "@/lib/config/schema";
import { ENTITY_ID_MAX_LENGTH, isEntityId } from "@/lib/entity-id";
import { ClaimTypeError, readClaim, readScopes, readString, readStrings } from "./claims";
import type { Claims, Identity, IdentityFault, VerifiedToken } from "./decision";
import { idNamespace, prefixed, type IdNamespace } from "./id-namespace";
import { settingsOfIssuer } from "./issuer-settings";
import { NOBODY } from "./nobody";

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

/** The team claim if `team_id_jwt_field` is not set (spec 2.2). */
const DEFAULT_TEAM_FIELD = "client_id";

/** Reads who is calling from a verified token. Answers a fault that names the claim if one cannot be read. */
export function identify(token: VerifiedToken, settings: JwtAuthSettings): Identity | IdentityFault {
  switch (token.kind) {
    case "master-key":
      return { ...NOBODY, kind: token.kind, via: token.via };
    case "virtual-key":
      return {
        ...NOBODY,
        kind: token.kind,
        key: token.key,
        scopes: token.key.maker?.scopes ?? NOBODY.scopes,
        teamId: token.key.teamId ?? undefined,
        userId: token.key.userId ?? undefined,
        organizationId: token.key.organizationId ?? undefined,
      };
    case "jwt":
      try {
        return identifyClaims(
          token,
          settingsOfIssuer(token.issuer, { jwtAuth: settings }).jwtAuth,
          idNamespace(token.issuer, settings),
        );
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

function identifyClaims(
  { claims, issuer, via }: Extract<VerifiedToken, { kind: "jwt" }>,
  fields: ClaimFields,
  namespace: IdNamespace,
): Identity {
  const { prefix } = namespace;
  const id = (path: string | undefined): string | undefined => withPrefix(readId(claims, path), namespace, path);
  const objectId = id(fields.object_id_jwt_field);
  // `object_id_jwt_field` replaces the team and user fields (spec 2.2). Reading both could give two different answers.
  const own =
    objectId === undefined ? fields : { ...fields, team_id_jwt_field: undefined, user_id_jwt_field: undefined };
  const teamField =
    own.team_id_jwt_field ?? (fields.object_id_jwt_field === undefined ? DEFAULT_TEAM_FIELD : undefined);
  return {
    kind: "jwt",
    via,
    issuer,
    subject: typeof claims["sub"] === "string" ? claims["sub"] : undefined,
    scopes: readScopes(claims),
    roles: readStrings(claims, fields.roles_jwt_field),
    idPrefix: prefix,
    teamId: id(teamField),
    teamIdIsSoft: own.team_id_jwt_field === undefined,
    teamClaim: own.team_id_jwt_field,
    // Skip groups that cannot be ids: they name no team, and directories put much else into the claim.
    groups: readStrings(claims, fields.team_ids_jwt_field).flatMap((group) => prefixed(group, namespace) ?? []),
    groupsClaim: fields.team_ids_jwt_field,
    statesGroups: fields.team_ids_jwt_field !== undefined && isStated(readClaim(claims, fields.team_ids_jwt_field)),
    teamAlias: readString(claims, fields.team_alias_jwt_field),
    userId: id(own.user_id_jwt_field),
    email: email(claims, fields.user_email_jwt_field, namespace),
    emailVerified: readVerified(claims),
    objectId,
    organizationId: id(fields.org_id_jwt_field),
    endUserId: id(fields.end_user_id_jwt_field),
    key: undefined,
  };
}

/** Reads a claim that holds an id. @throws ClaimTypeError if its value cannot be an id */
function readId(claims: Claims, path: string | undefined): string | undefined {
  const id = readString(claims, path);
  if (id === undefined || isEntityId(id)) return id;
  const claim = path ?? "";
  throw new ClaimTypeError({
    claim,
    message: `The claim "${claim}" cannot be an id: it is longer than ${ENTITY_ID_MAX_LENGTH} characters or holds control characters.`,
  });
}

/** The e-mail as it is. It is read as an id too, since it stands for a user where no claim names one. */
function email(claims: Claims, path: string | undefined, namespace: IdNamespace): string | undefined {
  const value = readId(claims, path);
  withPrefix(value, namespace, path);
  return value;
}

/** @throws ClaimTypeError if the issuer's tokens may not name the id */
function withPrefix(id: string | undefined, namespace: IdNamespace, path: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const whole = prefixed(id, namespace);
  if (whole !== undefined) return whole;
  const claim = path ?? "";
  throw new ClaimTypeError({
    claim,
    message: `The claim "${claim}" cannot be an id: it is too long behind the id_prefix of its issuer, or begins with that of another one.`,
  });
}

/** Some providers write `true` as a string. Any other stated value counts as not verified. */
function readVerified(claims: Claims): boolean | undefined {
  const value = Object.hasOwn(claims, "email_verified") ? claims["email_verified"] : undefined;
  return isStated(value) ? value === true || value === "true" : undefined;
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}
