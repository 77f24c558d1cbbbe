import type { Adapter, Dialect } from "../../adapter";
import { GOOGLE_ROUTES } from "../google/routes";
import { translatedRoutes } from "../translated-routes";
import { countOverMessages } from "./count-for-google";
import { anthropicAdapter } from "./native";
import { messagesUpstream } from "./upstream/half";

const routes: ReadonlyMap<string, Adapter> = new Map([
  ...translatedRoutes(messagesUpstream),
  ["/messages", anthropicAdapter],
  ["/messages/count_tokens", anthropicAdapter],
  [GOOGLE_ROUTES.count, countOverMessages],
]);

/**
 * Anthropic's dialect. Callers who speak OpenAI's reach it only through chat completions and responses. Google's
 * callers also have it count.
 */
export const messagesDialect: Dialect = { label: "Anthropic", adapterFor: (route) => routes.get(route) };
