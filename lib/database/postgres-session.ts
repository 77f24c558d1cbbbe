import pg from "pg";
import { DATABASE_ROLE } from "./postgres-cluster";

/** The address of the embedded server. */
export interface Login {
  readonly port: number;
  readonly password: string;
}

/** A server's answer to a login. `silent`: it does not answer, or nothing listens. */
export type Answer = "ready" | "wrong password" | "starting" | "stopping" | "silent";

/** Tries to log in. Takes at most `limitMs`. */
export async function askServer(login: Login, limitMs: number): Promise<Answer> {
  try {
    await withSession(login, (client) => client.query("SELECT 1"), limitMs);
    return "ready";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "28P01" || code === "28000") return "wrong password";
    if (code !== "57P03" || !(error instanceof Error)) return "silent";
    return error.message.includes("shutting down") ? "stopping" : "starting";
  }
}

/** Runs `work` on a new connection to the database `template1`. Connecting and each query take at most `limitMs`. */
export async function withSession<Result>(
  login: Login,
  work: (client: pg.Client) => Promise<Result>,
  limitMs = 10_000,
): Promise<Result> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: login.port,
    user: DATABASE_ROLE,
    password: login.password,
    database: "template1", // exists in every cluster
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on("error", () => {}); // the pending query fails too, and reports it
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.end().catch(() => {});
  }
}
