import type { Adapter } from "../adapter";
import type { UpstreamHalf } from "../form/halves";
import { translated } from "../form/translated";
import { CLIENT_ROUTES } from "./client-routes";

/** The adapters that translate each client's dialect for an upstream, by the routes that ask for an answer. */
export function translatedRoutes(upstream: UpstreamHalf): Map<string, Adapter> {
  return new Map([...CLIENT_ROUTES].map(([route, client]) => [route, translated(client, upstream)]));
}
