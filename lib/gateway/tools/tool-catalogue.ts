import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import { toolsIn, type ToolDefinition } from "@/lib/mcp/tool-definition";
import { textAt, type JsonObject } from "@/lib/providers/json-value";
import type { Services } from "../services";
import { ask, RefusedByServer, WHOLE_MS } from "./ask-server";
import { asksUsers } from "./connections/issued-for";
import { isForCallers, listedFor } from "./server-headers";
import { type Asking, type AskServices, LIST_MS, ownAsking } from "./server-session";
import type { ServerState } from "./server-state";
import type { ToolList } from "./tool-list";

type CatalogueServices = AskServices & Pick<Services, "wait">;

/** A server with more pages, more tools, or more characters in all of its pages, is cut there. */
const MOST_PAGES = 50;
const MOST_TOOLS = 2_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** How a server is asked for its tools. */
export interface Listing {
  /** Whether it is asked whatever is remembered. */
  readonly isFresh?: boolean;
  /** For whom. Default: for the gateway itself. */
  readonly asking?: Asking;
}

/**
 * The tools of a server, from memory while that is fresh. A server that is asked in the name of callers has a list for
 * each of their tokens. One that fails, or takes 5 s, is listed as it was when it last answered; once it has taken so
 * long, nobody waits for it until it answers again, and only a moment for one that has never answered.
 * @throws GatewayError if it has never answered
 */
export async function toolsOfServer(
  services: CatalogueServices,
  state: ServerState,
  { isFresh = false, asking = ownAsking() }: Listing = {},
): Promise<readonly ToolDefinition[]> {
  // What is remembered of it is for nobody whose connection has ended.
  if (asksUsers(state.server)) await services.toolConnections.token(state.server, asking.userId);
  const list = state.lists.of(listedFor(state.server, asking));
  const { read } = list;
  const known = isFresh ? undefined : freshTools(state, list);
  if (known) return known;
  const reading = (list.reading ??= readTools(services, state, { list, asking }).finally(
    () => (list.reading = undefined),
  ));
  reading.catch((error: unknown) => noteFailure(state, error));
  if (!isFresh && read && list.isHanging) return read.tools;
  try {
    return await withinTime(services, reading, isFresh ? undefined : list);
  } catch (error) {
    noteFailure(state, error);
    list.isHanging = error instanceof GatewayError && error.code === "upstream_timeout";
    if (read) return read.tools;
    throw error;
  }
}

/** What a list was, while that is fresh; undefined: it must be read. */
export function freshTools({ server, now }: ServerState, { read }: ToolList): readonly ToolDefinition[] | undefined {
  return read && now() - read.at < server.tools_refresh_seconds * 1000 ? read.tools : undefined;
}

/** Notes why a server does not list its tools. What is wrong with a single caller says nothing about the server. */
function noteFailure(state: ServerState, error: unknown): void {
  if (isForCallers(state.server) && error instanceof GatewayError && CALLERS_OWN.has(error.code)) return;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause && "code" in cause && typeof cause.code === "string" ? ` (${cause.code})` : "";
  state.note(`${messageOf(error)}${code}`);
}

const CALLERS_OWN: ReadonlySet<string> = new Set(["user_required", "connection_required", "upstream_access_refused"]);

/** How long a list of a server is waited for that has taken too long before, in milliseconds. */
const HANGING_MS = 250;

/**
 * Waits 5 s for a list at most, and only a moment where the server hangs. `tools`: the list of its tools, which says
 * so. @throws GatewayError upstream_timeout, and what the work throws
 */
export async function withinTime<Value>(
  { wait }: Pick<Services, "wait">,
  work: Promise<Value>,
  tools: Pick<ToolList, "isHanging"> | undefined,
): Promise<Value> {
  const over = new AbortController();
  work.catch(() => {}); // It may fail after its time is over.
  try {
    return await Promise.race([work, wait(tools?.isHanging ? HANGING_MS : LIST_MS, over.signal).then(tooSlow)]);
  } finally {
    over.abort();
  }
}

function tooSlow(): never {
  throw new GatewayError("upstream_timeout", "The server did not list what it has in time.");
}

async function readTools(
  services: CatalogueServices,
  state: ServerState,
  { list, asking }: { readonly list: ToolList; readonly asking: Asking },
): Promise<readonly ToolDefinition[]> {
  const tools = new Map<string, ToolDefinition>();
  for (const page of await readPages(services, state, "tools/list", asking))
    for (const tool of toolsIn(page)) if (tools.size < MOST_TOOLS) tools.set(tool.name, tool);
  const all = [...tools.values()];
  list.read = { tools: all, at: services.now() };
  list.isHanging = false;
  state.note();
  return all;
}

/** The pages of a list that are begun within 30 s; none if the server has no such list. @throws GatewayError */
export async function readPages(
  services: CatalogueServices,
  state: ServerState,
  method: string,
  asking = ownAsking(),
): Promise<readonly JsonObject[]> {
  const pages: JsonObject[] = [];
  const seen = new Set<string | undefined>();
  let size = 0;
  let cursor: string | undefined;
  const until = services.now() + WHOLE_MS;
  do {
    if (services.now() >= until) tooSlow();
    seen.add(cursor);
    const params = cursor === undefined ? {} : { cursor };
    try {
      const page = await ask(services, state, { method, params, timeoutMs: LIST_MS }, asking);
      pages.push(page);
      cursor = textAt(page, "nextCursor");
      if (cursor !== undefined) size += JSON.stringify(page).length;
    } catch (error) {
      if (!(error instanceof RefusedByServer)) throw error;
      if (pages.length > 0 || error.error.code === -32601) return pages;
      throw new GatewayError("upstream_invalid_response", `The server refuses ${method} (${error.error.code}).`);
    }
    // A page that leads back to an earlier one would do so for ever.
  } while (cursor !== undefined && !seen.has(cursor) && pages.length < MOST_PAGES && size < MOST_CHARACTERS);
  return pages;
}
