import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ObligedCall } from "./made-by-tokens";
import { fulfilTogether } from "./made-by-tokens";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createChangeFeed } from "../changes/change-feed";
import { openDatabase } from "../database";
import type { Writer } from "../write";

const log = { info() {}, warn() {}, error() {} };
const NODES = 3;

let server: TestDatabase;
const nodes: Writer[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
  for (let number = 0; number < NODES; number++) {
    const database = openDatabase(server.url);
    nodes.push({ database, changes: await createChangeFeed({ database, node: `node-${number}`, log, now: Date.now }) });
  }
});
afterAll(async () => {
  for (const { changes, database } of nodes) {
    await changes.close();
    await database.close();
  }
  await server?.stop();
});

/** A call of somebody whom no node knows, and of a team that no node knows. */
type Newcomer = readonly [user: number, team: number];

const newcomer = fc.tuple(fc.nat(7), fc.nat(3));
/** What one transaction does: no user is named twice in it. */
const turn = fc.uniqueArray(newcomer, { selector: ([user]) => user, minLength: 1, maxLength: 8 });
/** The turns of each node, which go on at once. */
const turnsOfNodes = fc.array(fc.array(turn, { maxLength: 3 }), { minLength: NODES, maxLength: NODES });

const idsOf = ([user, team]: Newcomer, run: string) => ({ userId: `${run}-u${user}`, teamId: `${run}-t${team}` });

function callOf(each: Newcomer, run: string): ObligedCall {
  const { userId, teamId } = idsOf(each, run);
  return {
    obligations: [
      { kind: "create-user", id: userId, email: undefined },
      { kind: "create-team", id: teamId, alias: undefined },
      { kind: "sync-memberships", userId, join: [teamId], leave: [] },
    ],
    actor: `token of ${userId}`,
  };
}

async function columnOf(statement: string, run: string): Promise<string[]> {
  const { rows } = await (nodes[0] as Writer).database.pool.query<{ text: string }>(statement, [`${run}-`]);
  return rows.map(({ text }) => text);
}

const sorted = (texts: Iterable<string>): string[] => [...texts].sort();

test("several nodes that admit the same newcomers at once make each user, team and membership once", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(turnsOfNodes, async (turns) => {
      const run = `run${++runs}`;
      await Promise.all(
        nodes.flatMap((node, at) =>
          (turns[at] ?? []).map((calls) =>
            fulfilTogether(
              node,
              calls.map((each) => callOf(each, run)),
              { team: undefined, user: undefined },
            ),
          ),
        ),
      );
      const came = turns.flat(2).map((each) => idsOf(each, run));
      const users = sorted(new Set(came.map(({ userId }) => userId)));
      const teams = sorted(new Set(came.map(({ teamId }) => teamId)));
      const pairs = sorted(new Set(came.map(({ userId, teamId }) => `${userId} ${teamId}`)));
      const made = (entity: string): Promise<string[]> =>
        columnOf(
          `SELECT entity_id AS text FROM audit_events WHERE action = '${entity}.create' AND starts_with(entity_id, $1)`,
          run,
        );
      expect(await columnOf("SELECT id AS text FROM users WHERE starts_with(id, $1)", run).then(sorted)).toEqual(users);
      expect(await columnOf("SELECT id AS text FROM teams WHERE starts_with(id, $1)", run).then(sorted)).toEqual(teams);
      expect(
        await columnOf(
          "SELECT user_id || ' ' || team_id AS text FROM memberships WHERE starts_with(user_id, $1)",
          run,
        ).then(sorted),
      ).toEqual(pairs);
      // Each is also told once: whoever came second has made nothing.
      expect(sorted(await made("user"))).toEqual(users);
      expect(sorted(await made("team"))).toEqual(teams);
      expect(
        await columnOf(
          `SELECT entity_id || ' ' || team AS text
           FROM audit_events, LATERAL (
             SELECT jsonb_array_elements_text(after::jsonb -> 'teams')
             EXCEPT SELECT jsonb_array_elements_text(before::jsonb -> 'teams')) AS joined (team)
           WHERE action = 'user.sync_teams' AND starts_with(entity_id, $1)`,
          run,
        ).then(sorted),
      ).toEqual(pairs);
    }),
    { numRuns: 20 },
  );
});
