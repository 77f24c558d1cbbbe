import type { ApiRequest } from "@/lib/doors/contract";
import { isObject } from "@/lib/is-object";
import type { CallBody } from "@/lib/providers/call-body";

/** The headers by which clients name their session: ours, and those of Claude Code, LiteLLM, OpenRouter and Codex. */
const HEADERS = [
  "x-gateway-session-id",
  "x-claude-code-session-id",
  "x-litellm-session-id",
  "x-session-id",
  "session-id",
  "session_id",
] as const;

/** Members of a body, or of its `metadata`, that name the session. */
const MEMBERS = ["litellm_session_id", "session_id"] as const;

/** Longer ones are not read as Claude Code's. */
const LONGEST_USER_ID = 1_024;
const IN_USER_ID = "_session_";

/**
 * The caller's name for the session that a request belongs to, of any length; undefined: it names none. A header counts
 * before the body, and the body's own members before its `conversation` and its `metadata`.
 */
export function sessionOf({ headers }: Pick<ApiRequest, "headers">, body?: CallBody): string | undefined {
  for (const name of HEADERS) {
    const session = text(headers[name]);
    if (session !== undefined) return session;
  }
  return body === undefined ? undefined : sessionIn(body.outline);
}

function sessionIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const named = member(value);
  if (named !== undefined) return named;
  const { conversation, metadata } = value;
  if (conversation !== undefined) {
    // The Responses API takes the id of a conversation, or an object that has it.
    const id = text(isObject(conversation) ? conversation["id"] : conversation);
    if (id !== undefined) return id;
  }
  return isObject(metadata) ? (member(metadata) ?? claudeCodeSession(metadata["user_id"])) : undefined;
}

function member(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of MEMBERS) {
    const session = text(value[name]);
    if (session !== undefined) return session;
  }
  return undefined;
}

/** Claude Code puts its session into the id of the user: as `…_session_ID`, and of late as a JSON text. */
function claudeCodeSession(userId: unknown): string | undefined {
  if (typeof userId !== "string" || userId.length > LONGEST_USER_ID) return undefined;
  if (userId.startsWith("{")) return sessionInJson(userId);
  const at = userId.lastIndexOf(IN_USER_ID);
  return at < 0 ? undefined : text(userId.slice(at + IN_USER_ID.length));
}

function sessionInJson(json: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return isObject(parsed) ? text(parsed["session_id"]) : undefined;
  } catch {
    return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
