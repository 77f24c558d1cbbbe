import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase, type Database } from "../database";
import { readDatabaseClock } from "../alerts/database-clock";
import { takeAlertTurn } from "../alerts/alert-turn";
import { judgeTools } from "@/lib/mcp/judge-tools";
import { noteTools, readTools } from "./tool-pins";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(await server.createDatabase());
  return () => database.close();
});
afterAll(() => server.stop());

test("tools have changed that show something else than was approved, and that came after others were approved", async () => {
  const rows: readonly (readonly [server: string, name: string, approved: string | null, seen: string])[] = [
    ["github", "same", "a", "a"],
    ["github", "other", "a", "b"],
    ["github", "later", null, "c"],
    ["whole", "same", "a", "a"],
    ["unseen", "first", null, "a"],
  ];
  for (const row of rows)
    await database.pool.query(
      "INSERT INTO mcp_tools (server, name, hash, seen_hash, seen_definition) VALUES ($1, $2, $3, $4, '{}')",
      [...row],
    );
  let changed: unknown;
  await takeAlertTurn(database, readDatabaseClock, async (turn) => void (changed = await turn.changedTools()));
  expect(changed).toEqual([{ server: "github", tools: ["later", "other"] }]);
});

test("tools whose names and words no database keeps are noted beside the others, as near as possible", async () => {
  const named = (name: string, description = "Does it.") => ({ name, value: { name, description } });
  const tools = [
    named("plain", "A backslash: \\u0000."),
    named("hidden", "Ends\0here, or \ud800 there."),
    named("a\0"),
    named("a\ud800"),
    named("x".repeat(5_000)),
  ];
  await noteTools(database, "hostile", judgeTools(tools, new Map(), "hold"));
  const noted = await readTools(database, "hostile");
  expect(noted.map(({ name }) => name).toSorted()).toEqual(["a\ufffd", "hidden", "plain", "x".repeat(200)]);
  const words = new Map(noted.map(({ name, seenDefinition }) => [name, seenDefinition]));
  expect(words.get("plain")).toMatchObject({ description: "A backslash: \\u0000." });
  expect(words.get("hidden")).toMatchObject({ description: "Ends\ufffdhere, or \ufffd there." });
});
