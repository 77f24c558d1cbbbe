import type { ClientHalf } from "../form/halves";
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
