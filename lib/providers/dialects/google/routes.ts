/** Google's routes, by what they do. The model in their path is not a part of them. */
export const GOOGLE_ROUTES = {
  generate: "/v1beta/models:generateContent",
  stream: "/v1beta/models:streamGenerateContent",
  count: "/v1beta/models:countTokens",
  embed: "/v1beta/models:embedContent",
  embedBatch: "/v1beta/models:batchEmbedContents",
} as const;

const ALIKE: ReadonlyMap<string, string> = new Map([
  [GOOGLE_ROUTES.generate, "/chat/completions"],
  [GOOGLE_ROUTES.stream, "/chat/completions"],
  [GOOGLE_ROUTES.count, "/messages/count_tokens"],
  [GOOGLE_ROUTES.embed, "/embeddings"],
  [GOOGLE_ROUTES.embedBatch, "/embeddings"],
]);

/** The route of another dialect that makes and charges the same; a route without one stands for itself. */
export function alikeRoute(route: string): string {
  return ALIKE.get(route) ?? route;
}

const STABLE = "/v1/models/";
const METHODS: readonly string[] = Object.values(GOOGLE_ROUTES).map((route) => route.slice(route.indexOf(":")));

/**
 * The path under `/v1beta` for the same one under `/v1`, where newer clients ask; undefined: it is none of Google's.
 * The name of a model may itself contain colons.
 */
export function betaPath(path: string): string | undefined {
  if (!path.startsWith(STABLE) || !METHODS.some((method) => path.endsWith(method))) return undefined;
  return `/v1beta/models/${path.slice(STABLE.length)}`;
}
