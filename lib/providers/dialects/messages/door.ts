import type { Deployment } from "@/lib/providers/deployment";

/**
 * The API version that we translate to and from. A caller's own version header wins
 * (platform.claude.com/docs/en/api/versioning).
 */
const VERSION = "2023-06-01";

/** The headers that authenticate at Anthropic's API (platform.claude.com/docs/en/api/overview, authentication). */
export function anthropicHeaders({ apiKey }: Deployment): Record<string, string> {
  return {
    "content-type": "application/json",
    "anthropic-version": VERSION,
    ...(apiKey && { "x-api-key": apiKey.reveal() }),
  };
}

/** The path of a route. `api_base` may end in `/v1`, as in our table, or before it, as in Anthropic's clients. */
export function anthropicPath({ basePath }: Deployment, route: string): string {
  return basePath.endsWith("/v1") ? basePath + route : `${basePath}/v1${route}`;
}
