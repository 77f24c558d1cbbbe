import { GatewayError } from "@/lib/errors";

/** A user has to connect to a server before it can be asked for that user. */
export class ConnectionRequired extends GatewayError {
  constructor(readonly server: string) {
    super("connection_required", `You are not connected to ${JSON.stringify(server)}.`);
  }
}

/** Only users connect to servers. */
export function userRequired(server: string): GatewayError {
  return new GatewayError(
    "user_required",
    `The server ${JSON.stringify(server)} is asked in the names of users, who connect in the console, and this caller is not a user: call it with a user's token, or with a key that belongs to a user.`,
  );
}
