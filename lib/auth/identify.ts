import type { JwtAuthSettings } from "@/lib/config/schema";
import type { ClaimSource } from "./claims/claim-source";
import { ClaimTypeError } from "./claims/claim-type-error";
import { DEFAULT_TEAM, identityClaims, type ClaimFields } from "./claims/identity-claims";
import { readId, readName } from "./claims/read-id";
import { readOrganizations } from "./claims/read-organizations";
import { isStated, readSet } from "./claims/read-set";
import type { Claims, Identity, IdentityFault, VerifiedToken } from "./decision";
import { groupOverageOf } from "./group-overage";
import { idNamespace, prefixed, type IdNamespace } from "./id-namespace";
import { settingsOfIssuer } from "./issuer-settings";
import { loginGrantOf } from "./login-grant";
import { NOBODY } from "./nobody";
import { serviceAccountMarker } from "./service-account";

/**
 * Reads who is calling from a verified token. Returns a fault that names the claim if one cannot be read.
 * `requestedOrganization`: from `x-gateway-organization-id`; the organisation rule checks that it is the caller's.
 */
export function identify(
  token: VerifiedToken,
  settings: JwtAuthSettings,
  requestedOrganization?: string,
): Identity | IdentityFault {
  switch (token.kind) {
    case "master-key":
      return { ...NOBODY, kind: token.kind, via: token.via };
    case "virtual-key":
      return {
        ...NOBODY,
        kind: token.kind,
        key: token.key,
        // A key that a token made is bound as that token was.
        idPrefix: token.key.maker ? idNamespace(token.key.maker.issuer, settings).prefix : "",
        scopes: token.key.maker?.scopes ?? NOBODY.scopes,
        teamId: token.key.teamId ?? undefined,
        userId: token.key.userId ?? undefined,
        organizationId: requestedOrganization ?? token.key.organizationId ?? undefined,
        organizationIds: token.key.organizationId === null ? [] : [token.key.organizationId],
      };
    case "jwt":
      try {
        return identifyClaims(
          token,
          settingsOfIssuer(token.issuer, { jwtAuth: settings }).jwtAuth,
          idNamespace(token.issuer, settings),
          requestedOrganization,
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
  token: Extract<VerifiedToken, { kind: "jwt" }>,
  fields: ClaimFields & Pick<JwtAuthSettings, "service_accounts" | "loginAdministrators">,
  namespace: IdNamespace,
  requestedOrganization: string | undefined,
): Identity {
  const { issuer } = token;
  const serviceAccount = serviceAccountMarker(token, fields.service_accounts);
  const claims = serviceAccount === undefined ? token.claims : withClientId(token.claims);
  const { prefix } = namespace;
  const read = identityClaims(fields);
  const id = (sources: readonly ClaimSource[]): string | undefined => {
    const value = readId(claims, sources);
    return value === undefined ? undefined : withPrefix(value, namespace, sources);
  };
  const objectId = read.object && id(read.object);
  // `object_id_jwt_field` replaces the team and user fields (spec 2.2). Reading both could give two different answers.
  const isObject = objectId !== undefined;
  const team = isObject ? undefined : read.team;
  const organizationIds = readOrganizations(claims, read.organization).map((organization) =>
    withPrefix(organization, namespace, read.organization),
  );
  return {
    kind: "jwt",
    via: token.via === "session" && token.loginIssuer === issuer ? "session" : "bearer",
    issuer,
    subject: typeof claims["sub"] === "string" ? claims["sub"] : undefined,
    scopes: readSet(claims, read.scopes, "a list of strings or one string"),
    roles: readSet(claims, read.roles),
    loginGrant: loginGrantOf(token, fields.loginAdministrators),
    idPrefix: prefix,
    teamId: id(team ?? (read.object ? [] : DEFAULT_TEAM)),
    teamIdIsSoft: team === undefined,
    teamClaim: isObject ? undefined : read.teamClaim,
    // Skip groups that cannot be ids: they name no team, and directories put much else into the claim.
    groups: readSet(claims, read.groups).flatMap((group) => prefixed(group, namespace) ?? []),
    groupsClaim: read.groupsClaim,
    statesGroups: isStated(claims, read.groups),
    groupOverage: groupOverageOf(claims, read.groups),
    serviceAccount,
    teamAlias: readName(claims, read.teamAlias),
    userId: isObject ? undefined : id(read.user),
    email: email(claims, read.email, namespace),
    emailVerified: readVerified(claims),
    objectId,
    organizationId: requestedOrganization ?? (organizationIds.length === 1 ? organizationIds[0] : undefined),
    organizationIds,
    endUserId: id(read.endUser),
    key: undefined,
  };
}

/** The other names of the client's id: OpenID Connect's, Okta's, and Entra ID's in tokens of version 1. */
const CLIENT_CLAIMS = ["azp", "cid", "appid"] as const;

/**
 * A service account is its client, so the client's id by another name stands in for a missing `client_id`. In a
 * person's token it does not: every user of an application would be in the application's team.
 */
function withClientId(claims: Claims): Claims {
  if (isThere(claims["client_id"])) return claims;
  const name = CLIENT_CLAIMS.find((one) => isThere(claims[one]));
  return name === undefined ? claims : { ...claims, client_id: claims[name] };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The e-mail as it is. It is read as an id too, since it stands for a user where no claim names one. */
function email(claims: Claims, sources: readonly ClaimSource[], namespace: IdNamespace): string | undefined {
  const value = readId(claims, sources);
  if (value !== undefined) withPrefix(value, namespace, sources);
  return value;
}

/** @throws ClaimTypeError if the issuer's tokens may not name the id */
function withPrefix(id: string, namespace: IdNamespace, sources: readonly ClaimSource[]): string {
  const whole = prefixed(id, namespace);
  if (whole !== undefined) return whole;
  const claim = sources.map(({ path }) => path.written).join(" or ");
  throw new ClaimTypeError({
    claim,
    message: `The claim "${claim}" cannot be an id: it is too long with the id_prefix of its issuer, or begins with that of another one.`,
  });
}

/** Some providers write `true` as a string. Any other stated value counts as not verified. */
function readVerified(claims: Claims): boolean | undefined {
  const value = Object.hasOwn(claims, "email_verified") ? claims["email_verified"] : undefined;
  return value === undefined || value === null ? undefined : value === true || value === "true";
}
