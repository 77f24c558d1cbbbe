import { createHash } from "node:crypto";
import { z } from "zod";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Identity, KeyFacts } from "./decision";
import { claimFieldsFor, identify } from "./identify";

const texts = z.array(z.string()).default([]);
const text = z.string().optional();

/**
 * An identity reduced to what rules read, so that a later decision about it is the one its token would get. Neither
 * token nor claims. The subject is left out, for no rule reads it, and so is the end user, about whom no setting that
 * can be drafted says anything and of whom one application may have millions.
 */
export const replayIdentity = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("virtual-key"), keyId: z.string() }),
  z.object({
    kind: z.literal("jwt"),
    /** Which claims it was read from; see `claimReading`. */
    reading: z.string(),
    issuer: text,
    scopes: texts,
    roles: texts,
    teamId: text,
    teamIdIsSoft: z.boolean().default(false),
    teamClaim: text,
    groups: texts,
    groupsClaim: text,
    statesGroups: z.boolean().default(false),
    userId: text,
    email: text,
    emailVerified: z.boolean().optional(),
    objectId: text,
    organizationId: text,
  }),
]);
export type ReplayIdentity = z.infer<typeof replayIdentity>;

/** What is to be kept of an identity; undefined for the master key, about which no setting says anything, and for what cannot be stored. */
export function reduceIdentity(identity: Identity, settings: JwtAuthSettings): ReplayIdentity | undefined {
  switch (identity.kind) {
    case "master-key":
      return undefined;
    case "virtual-key":
      return identity.key && { kind: identity.kind, keyId: identity.key.id };
    case "jwt": {
      const {
        kind,
        issuer,
        teamId,
        teamIdIsSoft,
        teamClaim,
        groupsClaim,
        statesGroups,
        userId,
        email,
        emailVerified,
        objectId,
        organizationId,
      } = identity;
      if (issuer !== undefined && !isStorable(issuer)) return undefined;
      const lists = {
        scopes: identity.scopes.filter(isStorable),
        roles: [...identity.roles],
        groups: [...identity.groups],
      };
      return {
        kind,
        reading: claimReading(issuer, settings),
        issuer,
        ...lists,
        teamId,
        teamIdIsSoft,
        teamClaim,
        groupsClaim,
        statesGroups,
        userId,
        email,
        emailVerified,
        objectId,
        organizationId,
      };
    }
  }
}

/** The identity for `decide()`; undefined for a key that is no more. `key`: what the database says of it today. */
export function reviveIdentity(
  recorded: ReplayIdentity,
  key: KeyFacts | undefined,
  settings: JwtAuthSettings,
): Identity | undefined {
  if (recorded.kind === "virtual-key") {
    const identity = key && identify({ kind: "virtual-key", key }, settings);
    return identity && "kind" in identity ? identity : undefined;
  }
  const {
    issuer,
    teamId,
    teamClaim,
    groupsClaim,
    userId,
    email,
    emailVerified,
    objectId,
    organizationId,
    reading: _reading,
    ...rest
  } = recorded;
  const absent = { subject: undefined, teamAlias: undefined, endUserId: undefined, key: undefined };
  return {
    ...rest,
    ...absent,
    issuer,
    teamId,
    teamClaim,
    groupsClaim,
    userId,
    email,
    emailVerified,
    objectId,
    organizationId,
  };
}

/** The same for identities that no rule can tell apart: 96 bits of a SHA-256, in hex. */
export function fingerprintOf(recorded: ReplayIdentity): string {
  return digest(recorded);
}

/**
 * Stands for the claims that an issuer's tokens are read from. An identity that was read from others says nothing about
 * what would be read now, and cannot be tried.
 */
export function claimReading(issuer: string | undefined, settings: JwtAuthSettings): string {
  const fields = claimFieldsFor(issuer, settings);
  const names = [
    fields.team_id_jwt_field,
    fields.user_id_jwt_field,
    fields.org_id_jwt_field,
    fields.team_ids_jwt_field,
    fields.user_email_jwt_field,
    fields.object_id_jwt_field,
    fields.roles_jwt_field,
  ];
  return digest(names.map((name) => name ?? null));
}

/** Who it is, in few words. */
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

/** PostgreSQL's jsonb holds neither NUL nor half a surrogate pair; ids have none, and no setting names such a scope. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
