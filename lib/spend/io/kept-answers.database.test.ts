import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "@/lib/store/database";
import { pruneKeptAnswers, readKeptAnswers } from "@/lib/store/record/kept-answers";
import { startLineTo, type TcpLine } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { recordingLog, SAMPLE_TIME } from "@/testing/spend/spend-samples";
import type { SpendBook } from "../book";
import type { KeptAnswers } from "../kept-answers";
import { createSpendBook } from "./book";
import { openKeptAnswers } from "./kept-answers";
import { recoverJournals } from "./recovery";

const OWN = { owner: "team red", deployment: "d", model: "m" };
const OTHERS = { ...OWN, owner: "team blue" };

let server: TestDatabase;
let url: string;
let line: TcpLine & { readonly url: string };
let database: Database;
let directory: string;
let spend: SpendBook;
let kept: KeptAnswers;
const log = recordingLog();

beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(async () => {
  url = await server.createDatabase();
  line = await startLineTo(url);
  database = openDatabase(line.url);
  directory = mkdtempSync(join(tmpdir(), "kept-"));
  spend = createSpendBook({ directory, database, now: () => SAMPLE_TIME, log });
  kept = openKeptAnswers({ database, spend, log });
});
afterEach(async () => {
  kept.close();
  await spend.close();
  await database.close();
  await line.close();
  rmSync(directory, { recursive: true, force: true });
});

test("what somebody owns stays theirs, and no other process takes it for somebody else's", async () => {
  await kept.keep(["a", "b"], OWN);
  await kept.keep(["b", "c"], OTHERS);
  const elsewhere = openKeptAnswers({ database, spend, log });
  const found = await elsewhere.find(["a", "b", "c", "d"]);
  elsewhere.close();
  expect(Object.fromEntries(found)).toEqual({ a: OWN, b: OWN, c: OTHERS });
  expect(await kept.claim("a", OTHERS)).toEqual(OWN);
});

test("what an upstream keeps has an owner for thirty days, and is nobody's and deleted afterwards", async () => {
  await kept.keep(["old", "new"], OWN);
  const { rows } = await database.pool.query(
    "SELECT DISTINCT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM kept_answers",
  );
  expect(rows).toEqual([{ days: 30 }]);
  await database.pool.query("UPDATE kept_answers SET expires_at = now() - interval '1 second' WHERE id = 'old'");
  expect(await readKeptAnswers(database, ["old", "new"])).toMatchObject([{ id: "new" }]);
  await pruneKeptAnswers(database);
  expect((await database.pool.query("SELECT id FROM kept_answers")).rows).toEqual([{ id: "new" }]);
});

test("while the database is away, owners are in the journal and in memory, and in the database once it is back", async () => {
  await kept.keep(["before"], OWN);
  line.cut();
  await kept.keep(["a"], OWN);
  expect(await kept.find(["a"])).toEqual(new Map([["a", OWN]]));
  await expect(kept.find(["unknown"])).rejects.toThrow();
  line.mend();
  await expect.poll(() => readKeptAnswers(database, ["a"])).toEqual([{ id: "a", ...OWN }]);
});

test("an owner that the database refuses does not hold up the others", async () => {
  line.cut();
  await kept.keep(["bad"], { ...OWN, owner: "user \0" });
  await kept.keep(["good"], OWN);
  line.mend();
  await expect.poll(() => readKeptAnswers(database, ["bad", "good"])).toEqual([{ id: "good", ...OWN }]);
  await kept.keep(["worse"], { ...OWN, owner: "user \0" });
  expect(log.events.filter((event) => event === "kept_answers_refused")).toHaveLength(2);
});

test("what only the journal of a dead process has is in the database after the next start", async () => {
  line.cut();
  await kept.keep(["a"], OWN);
  await kept.keep(["b"], OTHERS);
  kept.close();
  const written = readdirSync(directory);
  // The process ends here: its journal is not closed.
  const direct = openDatabase(url);
  const { finished } = await recoverJournals({ directory, database: direct, log, waitMs: 60_000 });
  await finished;
  expect(await readKeptAnswers(direct, ["a", "b"])).toEqual(
    expect.arrayContaining([
      { id: "a", ...OWN },
      { id: "b", ...OTHERS },
    ]),
  );
  await direct.close();
  expect(readdirSync(directory).filter((name) => written.includes(name))).toEqual([]);
});
