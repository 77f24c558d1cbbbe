import type { Door } from "../../adapter";
import type { Deployment } from "../../deployment";

/** Where Cohere's own API is: `api_base` may be its host or end in `/v2`. */
export function cohereDoor({ basePath, apiKey }: Deployment, route: string): Door {
  const base = basePath.endsWith("/v2") ? basePath : `${basePath}/v2`;
  return {
    path: base + route,
    headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey.reveal()}` }) },
  };
}
