import type { AskedMembers, ClientHalf } from "../form/halves";
import type { JsonObject } from "../json-value";
import { chatClient } from "./chat/client/half";
import { googleClient } from "./google/client/half";
import { GOOGLE_ROUTES } from "./google/routes";
import { messagesClient } from "./messages/client/half";
import { responsesClient } from "./responses/client/half";

/** The routes that ask for an answer, each with the half of the dialect that its callers speak. */
export const CLIENT_ROUTES: ReadonlyMap<string, ClientHalf> = new Map([
  ["/chat/completions", chatClient],
  ["/messages", messagesClient],
  ["/responses", responsesClient],
  [GOOGLE_ROUTES.generate, googleClient],
  [GOOGLE_ROUTES.stream, googleClient],
]);

const DIALECTS: ReadonlyMap<string, readonly AskedMembers[]> = new Map([
  ...[...CLIENT_ROUTES].map(([route, { asks }]) => [route, [asks]] as const),
  ["/messages/count_tokens", [messagesClient.asks]],
  [GOOGLE_ROUTES.count, [googleClient.asks]],
]);
const ALL = [...new Set([...CLIENT_ROUTES.values()])].map(({ asks }) => asks);

/** How bodies of a route say what they are limited by; a route that asks for no answer may have any dialect's parts. */
export function askedBy(route: string): readonly AskedMembers[] {
  return DIALECTS.get(route) ?? ALL;
}

/**
 * The size of context for which a call has the web searched: low, medium or high. Undefined: it does not say, which is
 * medium.
 */
export function askedSearchSize(route: string, body: JsonObject): string | undefined {
  return CLIENT_ROUTES.get(route)?.asks.searchSize?.(body);
}

/** Who asks, by the family of the route that is called. Others than these have OpenAI's members. */
const USERS: Readonly<Record<string, AskedMembers["user"]>> = {
  openai_routes: chatClient.asks.user,
  anthropic_routes: messagesClient.asks.user,
  google_routes: googleClient.asks.user,
};

/** The members of a body that name its end user, for calls of a family of routes. */
export function endUserMembers(family: string): AskedMembers["user"] {
  return USERS[family] ?? chatClient.asks.user;
}
