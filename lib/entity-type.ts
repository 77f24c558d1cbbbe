/**
 * The kinds of entity that calls are charged to. Every other list of kinds comes from this table: filters and reports
 * of spend, the SQL that books totals, lists of rows, limits.
 */
export const ENTITY_KINDS = {
  key: { type: "key", label: "key", field: "key_id", property: "keyId", table: "keys", hasLimits: true },
  user: { type: "user", label: "user", field: "user_id", property: "userId", table: "users", hasLimits: true },
  team: { type: "team", label: "team", field: "team_id", property: "teamId", table: "teams", hasLimits: true },
  organization: {
    type: "organization",
    label: "organisation",
    field: "organization_id",
    property: "organizationId",
    table: "organizations",
    hasLimits: true,
  },
  end_user: {
    type: "end_user",
    label: "end user",
    field: "end_user_id",
    property: "endUserId",
    table: "end_users",
    hasLimits: true,
  },
  /** A user within a team; `memberEntityId` makes the id. */
  member: { type: "member", label: "member", hasLimits: true },
  /** A model by the name that callers used, and not an entry of the model list. */
  model: { type: "model", label: "model", field: "requested_model", property: "requestedModel", hasLimits: true },
  /** The issuer of the token that made a call. */
  issuer: { type: "issuer", label: "issuer", field: "issuer", property: "issuer", hasLimits: false },
  /** The tool server whose tool was called. */
  mcp_server: {
    type: "mcp_server",
    label: "tool server",
    field: "mcp_server",
    property: "mcpServer",
    hasLimits: false,
  },
  /** A call may have several tags, so it keeps them in the list column `tags`. */
  tag: { type: "tag", label: "tag", field: "tag", property: "tag", hasLimits: false },
  /** Every call of this gateway, under the id "". */
  all: { type: "all", label: "all calls", hasLimits: false },
} as const satisfies Record<string, EntityKind>;

interface EntityKind {
  readonly type: string;
  /** The name of the kind in messages and labels. */
  readonly label: string;
  /** The name of the field on the wire, and of the column of `calls`, that holds the id. */
  readonly field?: string;
  /** The name of the property in code: in filters and call records. */
  readonly property?: string;
  /** The table of the kind's rows, which can be listed, blocked and deleted. */
  readonly table?: string;
  /** Whether an entity of this kind can have budgets and rates. */
  readonly hasLimits: boolean;
}

/**
 * The kinds whose rows the management API creates, changes, blocks and deletes by operations of one form. Contracts,
 * stored rows, operations and the console's screens follow this table.
 */
export const MANAGED_KINDS = {
  team: {
    type: "team",
    one: "team",
    many: "teams",
    segment: "team",
    idField: "team_id",
    idsField: "team_ids",
    aliasField: "team_alias",
    namesItself: true,
  },
  user: {
    type: "user",
    one: "user",
    many: "users",
    segment: "user",
    idField: "user_id",
    idsField: "user_ids",
    aliasField: "user_alias",
    namesItself: true,
  },
  organization: {
    type: "organization",
    one: "organisation",
    many: "organisations",
    segment: "organization",
    idField: "organization_id",
    idsField: "organization_ids",
    aliasField: "organization_alias",
    namesItself: true,
  },
  /** The management API calls end users customers. */
  end_user: {
    type: "end_user",
    one: "end user",
    many: "end users",
    segment: "customer",
    idField: "user_id",
    idsField: "user_ids",
    aliasField: "alias",
    namesItself: false,
  },
} as const satisfies { readonly [Type in StoredEntityType]?: ManagedKind & { readonly type: Type } };

/** A kind of entity with operations of its own. */
export interface ManagedKind {
  /** Also the `entity_type` of its audit events. */
  readonly type: Exclude<StoredEntityType, "key">;
  /** The word for one and for several of them, in the middle of a sentence. */
  readonly one: string;
  readonly many: string;
  /** The first segment of the paths that manage it, and the first part of its actions in the audit log. */
  readonly segment: string;
  /** The fields of its id and of several ids in the management API, which messages name. */
  readonly idField: string;
  readonly idsField: string;
  /** The field of its name in the management API. */
  readonly aliasField: string;
  /** Whether an entity that is created without an id gets one. */
  readonly namesItself: boolean;
}

type Kinds = typeof ENTITY_KINDS;
export type EntityType = keyof Kinds;
type KindsWith<Facts> = Extract<Kinds[EntityType], Facts>;

/** Entities with a row of their own. */
export type StoredEntityType = KindsWith<{ table: string }>["type"];
/** Entities that limits can be set for. */
export type PayerType = KindsWith<{ hasLimits: true }>["type"];

const KINDS: readonly Kinds[EntityType][] = Object.values(ENTITY_KINDS);

/** The kinds whose id is in a field of a call. */
export const NAMED_KINDS = KINDS.filter((kind) => "field" in kind);
/** The kinds among them that a call has at most once, in a column of its own. */
export const COLUMN_KINDS = NAMED_KINDS.filter((kind) => kind.type !== "tag");
/** The kinds with a table of their own. */
export const STORED_KINDS = KINDS.filter((kind) => "table" in kind);

/** The team of an id that `memberEntityId` made. */
export function teamOfMember(memberId: string): string {
  return memberId.slice(0, memberId.indexOf("/")).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The user of an id that `memberEntityId` made. */
export function userOfMember(memberId: string): string {
  return memberId.slice(memberId.indexOf("/") + 1);
}

/**
 * The id under which a user's spend within a team is kept. Different pairs have different ids, whatever the ids hold.
 */
export function memberEntityId(teamId: string, userId: string): string {
  return `${teamId.replaceAll("~", "~0").replaceAll("/", "~1")}/${userId}`;
}

/**
 * The id under which an end user is kept where each team has its own end users: `team/end user`, or `/end user` for
 * calls without a team. Different pairs have different ids.
 */
export function teamEndUserId(teamId: string | undefined, endUserId: string): string {
  return memberEntityId(teamId ?? "", endUserId);
}
