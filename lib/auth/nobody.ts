import type { Facts, Identity } from "./decision";

/** The identity of a token that names nobody. Other identities are this one with what their tokens say. */
export const NOBODY: Identity = {
  kind: "jwt",
  via: "bearer",
  issuer: undefined,
  subject: undefined,
  scopes: [],
  roles: [],
  idPrefix: "",
  teamId: undefined,
  teamIdIsSoft: false,
  teamClaim: undefined,
  groups: [],
  groupsClaim: undefined,
  statesGroups: false,
  groupOverage: undefined,
  teamAlias: undefined,
  serviceAccount: undefined,
  userId: undefined,
  email: undefined,
  emailVerified: undefined,
  objectId: undefined,
  organizationId: undefined,
  organizationIds: [],
  endUserId: undefined,
  key: undefined,
};

/** The facts about a caller whom the database does not know. */
export const NO_FACTS: Facts = {
  teams: new Map(),
  aliases: new Map(),
  users: new Map(),
  organizations: new Map(),
  endUsers: { scope: "shared", rows: new Map() },
};
