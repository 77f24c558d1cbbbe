import type pg from "pg";
import { DatabaseSetupError } from "./database-setup-error";
import { UtcClient } from "./utc-client";

/**
 * A client for one connection, which is not opened yet. `variable` names the address's variable in messages. @throws
 * DatabaseSetupError invalid_url
 */
export function databaseClient(
  url: string,
  variable: string,
  options: Omit<pg.ClientConfig, "connectionString">,
): pg.Client {
  try {
    if (!/^postgres(ql)?:\/\//.test(url)) throw new TypeError("another scheme");
    const client = new UtcClient({ ...options, connectionString: url });
    client.on("error", () => {}); // if the connection is lost, the waiting statement fails
    return client;
  } catch {
    // The cause is left out, because it would show the URL and its password.
    throw new DatabaseSetupError(
      "invalid_url",
      `${variable} is not a PostgreSQL address: it should look like postgresql://user:password@host:5432/database, without quotes, and with # / ? @ and % in a password written as %23 %2F %3F %40 and %25`,
    );
  }
}
