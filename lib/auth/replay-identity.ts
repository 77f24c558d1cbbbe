import { createHash } from "node:crypto";
import { z } from "zod";
import type { JwtAuthSettings } from "@/lib/config/schema";
import { isStorableText } from "@/lib/storable-text";
import type { Identity, KeyFacts } from "./decision";
import { identify } from "./identify";
import { issuerEntryOf, settingsOfIssuer } from "./issuer-settings";
import { NOBODY } from "./nobody";

const texts = z.array(z.string()).default([]);
const text = z.string().optional();

/** What is kept of a virtual key's identity. */
const keyIdentity = z.object({
  kind: z.literal("virtual-key"),
  keyId: z.string(),
  /** The organisation that it asked for, if that is not its own. */
  organizationId: text,
});

/** What is kept of a token's identity, in the order that its fingerprint is made in. */
const tokenIdentity = z.object({
  kind: z.literal("jwt"),
  /** Names the claims that it was read from; see `claimReading`. */
  reading: z.string(),
  via: z.enum(["bearer", "session"]).default("bearer"),
  issuer: text,
  scopes: texts,
  roles: texts,
  groups: texts,
  loginGrant: text,
  idPrefix: text,
  teamId: text,
  teamIdIsSoft: z.boolean().default(false),
  teamClaim: text,
  teamAlias: text,
  groupsClaim: text,
  statesGroups: z.boolean().default(false),
  groupOverage: text,
  serviceAccount: text,
  userId: text,
  email: text,
  emailVerified: z.boolean().optional(),
  objectId: text,
  organizationId: text,
  /** Absent: the token named just that one, or none. */
  organizationIds: z.array(z.string()).optional(),
});

type TokenIdentity = z.infer<typeof tokenIdentity>;
const TOKEN_MEMBERS = tokenIdentity.keyof().options;

/**
 * An identity reduced to what rules read, so that replaying it gives the decision that its token would get. It holds no
 * token and no claims. The subject is left out because no rule reads it. The end user is left out because no setting in
 * a draft refers to one, and one application may have millions of them.
 */
export const replayIdentity = z.discriminatedUnion("kind", [keyIdentity, tokenIdentity]);
export type ReplayIdentity = z.infer<typeof replayIdentity>;

/**
 * Reduces an identity for storage. Undefined for the master key, which no setting restricts, and for values that the
 * database cannot store.
 */
export function reduceIdentity(identity: Identity, settings: JwtAuthSettings): ReplayIdentity | undefined {
  const { kind, key, issuer, roles, scopes, idPrefix, organizationId, organizationIds } = identity;
  if (kind === "master-key") return undefined;
  if (kind === "virtual-key") return key && { kind, keyId: key.id, ...strangeOrganization(identity) };
  // A mapping's pattern may take any role, so an identity with fewer roles could get another decision.
  if (![issuer ?? "", ...roles].every(isStorableText)) return undefined;
  const read: Partial<Record<keyof TokenIdentity, unknown>> = {
    ...identity,
    reading: claimReading(issuer, settings),
    // Ids can always be stored, and no setting names a scope that cannot.
    scopes: scopes.filter(isStorableText),
    // What is empty or says nothing new is left out.
    idPrefix: idPrefix || undefined,
    organizationIds: isOnly(organizationIds, organizationId) ? undefined : organizationIds,
  };
  // Parsing would take a refused call a tenth more.
  const kept: Record<string, unknown> = {};
  for (const name of TOKEN_MEMBERS) if (read[name] !== undefined) kept[name] = read[name];
  return kept as TokenIdentity;
}

/** Rebuilds the identity for `decide()`; undefined if its key has been deleted. `key` is the key's current row. */
export function reviveIdentity(
  recorded: ReplayIdentity,
  key: KeyFacts | undefined,
  settings: JwtAuthSettings,
): Identity | undefined {
  if (recorded.kind === "virtual-key") {
    const identity = key && identify({ kind: "virtual-key", key }, settings, recorded.organizationId);
    return identity && "kind" in identity ? identity : undefined;
  }
  const { reading: _reading, idPrefix = "", organizationId, organizationIds, ...kept } = recorded;
  return {
    ...NOBODY,
    ...kept,
    idPrefix,
    organizationId,
    organizationIds: organizationIds ?? (organizationId === undefined ? [] : [organizationId]),
  };
}

function strangeOrganization({ organizationId, organizationIds }: Identity): { organizationId?: string } {
  return organizationId === undefined || organizationIds.includes(organizationId) ? {} : { organizationId };
}

/** Whether the credential names exactly the organisation that it acts for, or neither. */
function isOnly(ids: readonly string[], id: string | undefined): boolean {
  return id === undefined ? ids.length === 0 : ids.length === 1 && ids[0] === id;
}

/** Equal for identities that no rule can tell apart: 96 bits of a SHA-256, in hex. */
export function fingerprintOf(recorded: ReplayIdentity): string {
  return digest(recorded);
}

/**
 * A string that names the claims an issuer's tokens are read from. An identity that was read from other claims says
 * nothing about what would be read now, so it cannot be replayed.
 */
export function claimReading(issuer: string | undefined, settings: JwtAuthSettings): string {
  const fields = settingsOfIssuer(issuer, { jwtAuth: settings }).jwtAuth;
  const names = [
    fields.team_id_jwt_field,
    fields.user_id_jwt_field,
    fields.org_id_jwt_field,
    fields.team_ids_jwt_field,
    fields.user_email_jwt_field,
    fields.object_id_jwt_field,
    fields.roles_jwt_field,
  ].map((name) => name ?? null);
  const prefix = issuerEntryOf(issuer, settings)?.id_prefix;
  // Named only where they are set, so that what was recorded before there were such settings can still be replayed.
  const more = [prefix, fields.scope_jwt_field, fields.team_alias_jwt_field, fields.service_accounts].filter(
    (name) => name !== undefined,
  );
  return digest([...names, ...more]);
}

/** A short description of the identity. */
export function describeIdentity(
  identity: Pick<Identity, "key" | "email" | "userId" | "objectId" | "teamId" | "groups" | "roles" | "scopes">,
): string {
  const { key, email, userId, objectId, teamId, groups, roles, scopes } = identity;
  if (key) return `key ${key.alias ?? key.name}`;
  const person =
    email ??
    (userId === undefined ? undefined : `user ${userId}`) ??
    (objectId === undefined ? undefined : `object ${objectId}`);
  const team = teamId === undefined ? undefined : `team ${teamId}`;
  return (
    person ??
    team ??
    named("groups", groups) ??
    named("roles", roles) ??
    named("scopes", scopes) ??
    "a token that names nobody"
  );
}

function named(what: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, 3).join(", ");
  return `a token with the ${what} ${shown}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 24);
}
