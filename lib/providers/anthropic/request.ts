import type { Deployment } from "@/lib/providers/deployment";

/** The version of the API that we translate to and from; a caller's own wins (platform.claude.com/docs/en/api/versioning). */
const VERSION = "2023-06-01";

/** What opens Anthropic's API (platform.claude.com/docs/en/api/overview, authentication). */
export function anthropicHeaders({ apiKey }: Deployment): Record<string, string> {
  return {
    "content-type": "application/json",
    "anthropic-version": VERSION,
    ...(apiKey && { "x-api-key": apiKey.reveal() }),
  };
}

/** Where a route is, whether `api_base` ends in `/v1`, as our table has it, or before it, as Anthropic's clients have it. */
export function anthropicPath({ basePath }: Deployment, route: string): string {
  return basePath.endsWith("/v1") ? basePath + route : `${basePath}/v1${route}`;
}
