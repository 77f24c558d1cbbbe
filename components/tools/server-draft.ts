import type { InputOf } from "@/components/api/client";
import type { SettingsDraft, TypedSettings } from "@/components/provider-settings/settings-draft";
import type { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { allOfAuth, authKindOf, authSettings, everyAuthField, VALIDATION } from "./server-auth";
import { numbersIn, pairsIn, textOfPairs, textOfValues, valuesIn } from "./typed-lines";

type Server = ToolServerView & Readonly<Record<string, unknown>>;
type Approval = ToolServerView["on_tool_change"];

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
  "mcp_rpm_limit",
  "max_parallel_requests",
] as const satisfies readonly string[];

const LISTS: ReadonlySet<string> = new Set(["access_groups", "allowed_tools", "disallowed_tools", "scopes"]);
/** Of these, leaving out the list means another thing than an empty one. */
const EMPTY_IF_UNSET: ReadonlySet<string> = new Set(["access_groups", "disallowed_tools", "scopes"]);
const NUMBERS: ReadonlySet<string> = new Set(["timeout", "mcp_rpm_limit", "max_parallel_requests"]);
/** The headers of every request, typed as lines. All of them are secret, and are written together. */
export const HEADERS = "static_headers";
/** The price of a call, below `mcp_info.mcp_server_cost_info`. */
const COST = "default_cost_per_query";
/** The prices of calls by tool, beside it, typed as lines. */
export const TOOL_COSTS = "tool_name_to_cost_per_query";

/** A server as typed. */
export interface ServerDraft extends SettingsDraft {
  readonly name: string;
  readonly authType: string;
  readonly isOpenToAll: boolean;
  readonly approval: string;
  readonly cost: string;
}

/** A server as text for the fields, without its secrets. */
export function serverDraftOf(row?: ToolServerView): ServerDraft {
  const stored: Readonly<Record<string, unknown>> = { ...row };
  const shown = [...GENERAL, ...everyAuthField().flatMap(({ name, isSecret }) => (isSecret ? [] : [name]))];
  return {
    name: row?.server_id ?? "",
    authType: authKindOf(stored),
    isOpenToAll: row?.allow_all_keys ?? false,
    approval: row?.on_tool_change ?? "hold",
    cost: textOf(costOf(stored)[COST]),
    settings: {
      ...Object.fromEntries(shown.map((name) => [name, textOf(stored[name])])),
      [TOOL_COSTS]: textOfPairs(memberOf(costOf(stored), TOOL_COSTS)),
    },
    removed: [],
  };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object" && !Array.isArray(value)) return textOfValues({ ...value });
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
  const hidden = new Set(allOfAuth(draft.authType).flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  hidden.add(HEADERS);
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
  if (name === HEADERS) return pairsIn(text);
  if (name === VALIDATION) return valuesIn(text);
  if (LISTS.has(name))
    return text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  return NUMBERS.has(name) ? Number(text) : text;
}

/** Fields → the body of `POST /mcp/server`. */
export function newServer(draft: ServerDraft): InputOf<typeof toolServerContracts.create> {
  const names = [...GENERAL, HEADERS, ...allOfAuth(draft.authType).map(({ name }) => name)];
  const given = names.flatMap((name) => {
    const value = valueOf(draft.settings, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    server_id: draft.name.trim(),
    ...authSettings(draft.authType),
    ...Object.fromEntries(given),
    ...(draft.isOpenToAll && { allow_all_keys: true }),
    ...(draft.approval !== "hold" && { on_tool_change: draft.approval }),
    ...(pricesOf(draft).some((price) => price !== "") && { mcp_info: pricedAs({}, draft) }),
  } as InputOf<typeof toolServerContracts.create>;
}

/** What a setting is changed to if it goes. */
function emptyOf(name: string): null | [] | object {
  if (name === VALIDATION) return {};
  return EMPTY_IF_UNSET.has(name) ? [] : null;
}

/** Fields → the input of `PUT /mcp/server`: what has changed, and null for what goes. */
export function changedServer(row: ToolServerView, draft: ServerDraft): InputOf<typeof toolServerContracts.update> {
  const stored: Server = { ...row };
  const changes: Record<string, unknown> = {};
  const own = new Map(allOfAuth(draft.authType).map((one) => [one.name, one]));
  const others = everyAuthField().flatMap(({ name }) => (own.has(name) ? [] : [name]));
  for (const name of [...GENERAL, HEADERS, ...own.keys()]) {
    const value = valueOf(draft.settings, name);
    const isSecret = name === HEADERS || (own.get(name)?.isSecret ?? false);
    if (value === undefined) {
      const goes = isSecret ? draft.removed.includes(name) : textOf(stored[name]) !== "";
      if (goes) changes[name] = emptyOf(name);
    } else if (isSecret || textOf(stored[name]) !== textOf(value)) changes[name] = value;
  }
  // What another way of proving oneself needed goes with it.
  for (const name of others)
    if (textOf(stored[name]) !== "" && name !== "aws_service_name") changes[name] = emptyOf(name);
  const auth = authSettings(draft.authType, stored);
  if (auth.auth_type !== row.auth_type) changes["auth_type"] = auth.auth_type;
  if (auth.oauth2_flow !== (stored["oauth2_flow"] ?? undefined)) changes["oauth2_flow"] = auth.oauth2_flow ?? null;
  if (draft.isOpenToAll !== row.allow_all_keys) changes["allow_all_keys"] = draft.isOpenToAll;
  if (draft.approval !== row.on_tool_change) changes["on_tool_change"] = draft.approval;
  const priced = pricesOf(serverDraftOf(row));
  if (pricesOf(draft).some((price, index) => price !== priced[index])) changes["mcp_info"] = pricedAs(stored, draft);
  return { server_id: row.server_id, ...changes };
}

/** The prices of calls, as typed. */
function pricesOf({ cost, settings }: ServerDraft): readonly string[] {
  return [cost.trim(), settings[TOOL_COSTS]?.trim() ?? ""];
}

/** The facts about a server with the prices that are typed. */
function pricedAs(stored: Readonly<Record<string, unknown>>, draft: ServerDraft): object {
  const { [COST]: _usual, [TOOL_COSTS]: _byTool, ...rest } = costOf(stored);
  const [cost = "", byTool = ""] = pricesOf(draft);
  return {
    ...memberOf(stored, "mcp_info"),
    mcp_server_cost_info: {
      ...rest,
      ...(cost !== "" && { [COST]: Number(cost) }),
      ...(byTool !== "" && { [TOOL_COSTS]: numbersIn(byTool) }),
    },
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
