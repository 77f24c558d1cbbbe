export type ChangedEntity =
  | "team"
  | "user"
  | "organization"
  | "end_user"
  | "key"
  | "session"
  | "config"
  | "model"
  | "price"
  | "mcp_tool"
  | "signing_key"
  | "provider_keys"
  | "team_calls";

export interface Change {
  readonly entity: ChangedEntity;
  /**
   * For a key, the SHA-256 by which it is looked up. Empty: any row of that entity may have changed, because notices
   * may have been missed or the list was too long for one notice.
   */
  readonly id: string;
  /**
   * For a team, the aliases that now name it or no longer do. Absent: any alias may have changed, as in a notice from
   * an older version.
   */
  readonly aliases?: readonly string[];
}

/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more. */
const PAYLOAD_LIMIT_BYTES = 7_999;

export const CHANGES_CHANNEL = "gateway_changes";

/** What a node announces when it commits: its name and its changes. */
export interface ChangeNotice {
  readonly id: string;
  readonly node: string;
  readonly changes: readonly Change[];
  /** Nobody waits for acknowledgements, so none are given. */
  readonly unacknowledged?: true;
}

const ENTITIES: readonly ChangedEntity[] = [
  "team",
  "user",
  "organization",
  "end_user",
  "key",
  "session",
  "config",
  "model",
  "price",
  "mcp_tool",
  "signing_key",
  "provider_keys",
  "team_calls",
];
/** One-off requests change no row. A node that missed the notice of one reads it from `change_requests`. */
export const ON_REQUEST: ReadonlySet<ChangedEntity> = new Set(["provider_keys", "team_calls"]);

/** The changes that stand for "everything may have changed", for use after notices may have been missed. */
export const EVERYTHING: readonly Change[] = ENTITIES.filter((entity) => !ON_REQUEST.has(entity)).map((entity) => ({
  entity,
  id: "",
}));

/**
 * The changes for everything that is read again only after a notice. Rows of entities are not among them, because they
 * are read again by age.
 */
export const ALL_SETTINGS: readonly Change[] = [
  { entity: "config", id: "" }, // the entries of the model list are read with it
  { entity: "price", id: "" },
  { entity: "mcp_tool", id: "" },
  { entity: "signing_key", id: "" },
];

/** The NOTIFY payload of a notice. A list beyond PostgreSQL's limit names only the entities, with the id "". */
export function encodeNotice(notice: ChangeNotice): string {
  const payload = JSON.stringify(notice);
  if (Buffer.byteLength(payload) <= PAYLOAD_LIMIT_BYTES) return payload;
  const touched = new Set(notice.changes.map((change) => change.entity));
  return JSON.stringify({ ...notice, changes: EVERYTHING.filter((change) => touched.has(change.entity)) });
}

/** Reads a payload; undefined: it is not the gateway's, because anybody with a database login can NOTIFY. */
export function decodeNotice(payload: string): ChangeNotice | undefined {
  const value = parseObject(payload);
  if (!value || typeof value.id !== "string" || typeof value.node !== "string" || !Array.isArray(value.changes))
    return undefined;
  const changes = value.changes.map(readChange);
  if (!changes.every((change) => change !== undefined)) return undefined;
  const notice = { id: value.id, node: value.node, changes };
  return value.unacknowledged === true ? { ...notice, unacknowledged: true } : notice;
}

function readChange(value: unknown): Change | undefined {
  if (typeof value !== "object" || value === null || !("entity" in value) || !("id" in value)) return undefined;
  const entity = ENTITIES.find((known) => known === value.entity);
  if (!entity || typeof value.id !== "string") return undefined;
  return "aliases" in value && isTexts(value.aliases)
    ? { entity, id: value.id, aliases: value.aliases }
    : { entity, id: value.id };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function parseObject(payload: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
