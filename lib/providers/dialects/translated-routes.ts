import type { Adapter } from "../adapter";
import type { UpstreamHalf } from "../form/halves";
import { translated } from "../form/translated";
import { chatClient } from "./chat/client/half";
import { googleClient } from "./google/client/half";
import { GOOGLE_ROUTES } from "./google/routes";
import { messagesClient } from "./messages/client/half";
import { responsesClient } from "./responses/client/half";

/** The adapters that translate each client's dialect for an upstream, by the routes that ask for an answer. */
export function translatedRoutes(upstream: UpstreamHalf): ReadonlyMap<string, Adapter> {
  const google = translated(googleClient, upstream);
  return new Map([
    ["/chat/completions", translated(chatClient, upstream)],
    ["/messages", translated(messagesClient, upstream)],
    ["/responses", translated(responsesClient, upstream)],
    [GOOGLE_ROUTES.generate, google],
    [GOOGLE_ROUTES.stream, google],
  ]);
}
