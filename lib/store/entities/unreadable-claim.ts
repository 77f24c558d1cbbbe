import { GatewayError } from "@/lib/errors";

/** The refusal of a token whose claim cannot be the id of a row that its call would create. */
export function unreadableClaim(entity: "team" | "user"): GatewayError {
  return new GatewayError(
    "invalid_token",
    `The token's ${entity} id is empty, too long or holds control characters or invisible ones, so no ${entity} is created for it.`,
  );
}
