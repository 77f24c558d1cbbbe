import type { InputOf } from "@/components/api/client";
import type { SettingField } from "@/components/provider-settings/setting-fields";
import type { SettingsDraft, TypedSettings } from "@/components/provider-settings/settings-draft";
import type { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";

type Server = ToolServerView & Readonly<Record<string, unknown>>;
type Approval = ToolServerView["on_tool_change"];

const field = (name: string, hint: string, isSecret = false): SettingField => ({ name, hint, isSecret, isLong: false });
const secret = (name: string, hint: string): SettingField => field(name, hint, true);

const CLIENT = [
  field("client_id", "The gateway's own name at the authorization server."),
  secret("client_secret", "Its secret there."),
];
const TOKEN_FOR = [
  field("scopes", "The scopes that the token is asked for with, separated by commas."),
  field("audience", "What the token is for, where the authorization server asks for it."),
];

/** How the gateway proves itself to a server, with the settings that each way has. */
export const AUTH_KINDS: readonly {
  readonly value: string;
  readonly label: string;
  readonly fields: readonly SettingField[];
}[] = [
  { value: "none", label: "Nothing", fields: [] },
  { value: "bearer_token", label: "Bearer token", fields: [secret("auth_value", "Sent as Authorization: Bearer.")] },
  { value: "api_key", label: "API key", fields: [secret("auth_value", "Sent as x-api-key.")] },
  { value: "basic", label: "User and password", fields: [secret("auth_value", "As user:password.")] },
  { value: "token", label: "Token", fields: [secret("auth_value", "Sent as Authorization: token.")] },
  { value: "authorization", label: "Whole header", fields: [secret("auth_value", "The value of Authorization.")] },
  {
    value: "oauth2",
    label: "OAuth 2, for itself",
    fields: [...CLIENT, field("token_url", "Where the authorization server gives tokens."), ...TOKEN_FOR],
  },
  {
    value: "oauth2_token_exchange",
    label: "OAuth 2, for each caller",
    fields: [...CLIENT, field("token_exchange_endpoint", "Where tokens of callers are exchanged."), ...TOKEN_FOR],
  },
  { value: "signed_jwt", label: "Token of the gateway that names the caller", fields: [] },
  {
    value: "aws_sigv4",
    label: "Signature of AWS",
    fields: [
      field("aws_region_name", "The region that requests are signed for."),
      field("aws_service_name", "The service that they are signed for. Default: bedrock-agentcore."),
      secret("aws_access_key_id", "Unset: keys are found as AWS's own clients find them."),
      secret("aws_secret_access_key", "The secret of that key."),
      field("aws_role_name", "The ARN of a role to take on before signing."),
    ],
  },
];

/** What happens to new and changed tools, in words. */
export const APPROVALS: readonly { readonly value: Approval; readonly label: string }[] = [
  { value: "hold", label: "Hold until approved" },
  { value: "warn", label: "Serve, unless dangerous" },
  { value: "allow", label: "Serve everything" },
];

/** The settings that every server has, as text. */
const GENERAL = [
  "url",
  "description",
  "access_groups",
  "allowed_tools",
  "disallowed_tools",
  "timeout",
] as const satisfies readonly string[];

const LISTS: ReadonlySet<string> = new Set(["access_groups", "allowed_tools", "disallowed_tools", "scopes"]);
/** Of these, leaving out the list means another thing than an empty one. */
const EMPTY_IF_UNSET: ReadonlySet<string> = new Set(["access_groups", "disallowed_tools", "scopes"]);
const NUMBERS: ReadonlySet<string> = new Set(["timeout"]);
/** The price of a call, below `mcp_info.mcp_server_cost_info`. */
const COST = "default_cost_per_query";

/** A server as typed. */
export interface ServerDraft extends SettingsDraft {
  readonly name: string;
  readonly authType: string;
  readonly isOpenToAll: boolean;
  readonly approval: string;
  readonly cost: string;
}

export function fieldsOfAuth(type: string): readonly SettingField[] {
  return AUTH_KINDS.find(({ value }) => value === type)?.fields ?? [];
}

/** A server as text for the fields, without its secrets. */
export function serverDraftOf(row?: ToolServerView): ServerDraft {
  const stored: Readonly<Record<string, unknown>> = { ...row };
  const shown = [...GENERAL, ...AUTH_KINDS.flatMap(({ fields }) => fields.filter(isOpen).map(({ name }) => name))];
  return {
    name: row?.server_id ?? "",
    authType: row?.auth_type ?? "none",
    isOpenToAll: row?.allow_all_keys ?? false,
    approval: row?.on_tool_change ?? "hold",
    cost: textOf(costOf(stored)[COST]),
    settings: Object.fromEntries(shown.map((name) => [name, textOf(stored[name])])),
    removed: [],
  };
}

function isOpen({ isSecret }: SettingField): boolean {
  return !isSecret;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function memberOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const member = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === "object" && member !== null ? { ...member } : {};
}

function costOf(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return memberOf(stored["mcp_info"], "mcp_server_cost_info");
}

/** The draft as the browser may keep it: no secret, and no address with a password in it. */
export function keptServer(draft: ServerDraft): ServerDraft {
  const hidden = new Set(fieldsOfAuth(draft.authType).flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  const settings = Object.fromEntries(
    Object.entries(draft.settings).filter(
      ([name, text]) => !hidden.has(name) && !(/^\w+:\/\//.test(text) && text.includes("@")),
    ),
  );
  return { ...draft, settings };
}

/** A typed setting as the API takes it; undefined: nothing is typed. */
function valueOf(settings: TypedSettings, name: string): unknown {
  const text = settings[name]?.trim() ?? "";
  if (text === "") return undefined;
  if (LISTS.has(name))
    return text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  return NUMBERS.has(name) ? Number(text) : text;
}

/** Fields → the body of `POST /mcp/server`. */
export function newServer(draft: ServerDraft): InputOf<typeof toolServerContracts.create> {
  const names = [...GENERAL, ...fieldsOfAuth(draft.authType).map(({ name }) => name)];
  const given = names.flatMap((name) => {
    const value = valueOf(draft.settings, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    server_id: draft.name.trim(),
    auth_type: draft.authType,
    ...Object.fromEntries(given),
    ...(draft.isOpenToAll && { allow_all_keys: true }),
    ...(draft.approval !== "hold" && { on_tool_change: draft.approval }),
    ...(draft.cost.trim() !== "" && { mcp_info: { mcp_server_cost_info: { [COST]: Number(draft.cost) } } }),
  } as InputOf<typeof toolServerContracts.create>;
}

/** Fields → the input of `PUT /mcp/server`: what has changed, and null for what goes. */
export function changedServer(row: ToolServerView, draft: ServerDraft): InputOf<typeof toolServerContracts.update> {
  const stored: Server = { ...row };
  const changes: Record<string, unknown> = {};
  const own = new Map(fieldsOfAuth(draft.authType).map((one) => [one.name, one]));
  const others = new Set(
    AUTH_KINDS.flatMap(({ fields }) => fields.map(({ name }) => name)).filter((name) => !own.has(name)),
  );
  for (const name of [...GENERAL, ...own.keys()]) {
    const value = valueOf(draft.settings, name);
    const isSecret = own.get(name)?.isSecret ?? false;
    if (value === undefined) {
      const goes = isSecret ? draft.removed.includes(name) : textOf(stored[name]) !== "";
      if (goes) changes[name] = EMPTY_IF_UNSET.has(name) ? [] : null;
    } else if (isSecret || textOf(stored[name]) !== textOf(value)) changes[name] = value;
  }
  // What another way of proving oneself needed goes with it.
  for (const name of others)
    if (textOf(stored[name]) !== "" && name !== "aws_service_name") changes[name] = LISTS.has(name) ? [] : null;
  if (draft.authType !== row.auth_type) changes["auth_type"] = draft.authType;
  if (draft.isOpenToAll !== row.allow_all_keys) changes["allow_all_keys"] = draft.isOpenToAll;
  if (draft.approval !== row.on_tool_change) changes["on_tool_change"] = draft.approval;
  if (draft.cost.trim() !== textOf(costOf(stored)[COST])) changes["mcp_info"] = pricedAt(stored, draft.cost.trim());
  return { server_id: row.server_id, ...changes };
}

/** The facts about a server with another price of its calls. */
function pricedAt(stored: Server, cost: string): object {
  const { [COST]: _old, ...prices } = costOf(stored);
  return {
    ...memberOf(stored, "mcp_info"),
    mcp_server_cost_info: { ...prices, ...(cost !== "" && { [COST]: Number(cost) }) },
  };
}

/** What of a server a change may write. */
export function storedServer(row: ToolServerView): object {
  const {
    server_id: _id,
    created_by: _by,
    created_at: _at,
    updated_at: _on,
    source: _source,
    unusable: _why,
    ...rest
  } = row;
  return rest;
}
