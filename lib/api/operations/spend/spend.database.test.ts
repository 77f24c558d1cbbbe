import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import {
  playCall,
  recordingLog,
  SAMPLE_ENTRY,
  SAMPLE_TIME,
  sampleEnd,
  sampleIntent,
} from "@/testing/gateway/spend-samples";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import type { CallerContext } from "@/lib/api/operation";
import { createLocalFeed } from "@/testing/gateway/local-feed";
import { composeTestServices } from "@/testing/gateway/test-services";
import type { SpendBook } from "@/lib/spend/book";
import { spendOperations } from "./spend";

const DAY = 86_400_000;
let server: TestDatabase;
let composed: Awaited<ReturnType<typeof composeTestServices>>;
let book: SpendBook;

/** Calls of three days: u1 and u2 in t1, u3 in t2. One call fails, one model has no price. */
beforeAll(async () => {
  server = await startTestDatabase();
  composed = await composeTestServices(
    { databaseUrl: server.url, log: recordingLog() },
    { changes: createLocalFeed(), now: () => SAMPLE_TIME },
  );
  book = composed.services.spend;
  const calls = [
    { userId: "u1", teamId: "t1", startedAt: SAMPLE_TIME - 2 * DAY },
    { userId: "u1", teamId: "t1", startedAt: SAMPLE_TIME - DAY, model: "other" },
    { userId: "u2", teamId: "t1", startedAt: SAMPLE_TIME - 1000, keyId: "k1" },
    { userId: "u3", teamId: "t2", startedAt: SAMPLE_TIME },
  ];
  for (const [index, changes] of calls.entries()) {
    await playCall(
      book,
      sampleIntent(`call-${index}`, changes),
      SAMPLE_ENTRY,
      sampleEnd({ status: index === 3 ? "error" : "success" }),
    );
  }
  const unpriced = { model_name: "m", gateway_params: { model: "x/y" } };
  await playCall(
    book,
    sampleIntent("call-4", { userId: "u3", teamId: "t2", startedAt: SAMPLE_TIME + 1, provider: "x", model: "y" }),
    unpriced,
  );
});
afterAll(async () => {
  await composed.close();
  await server.stop();
});

const admin: Partial<Principal> = { admin: true };
const team1: Partial<Principal> = { admin: false, teamId: "t1", userId: "u1" };

type Row = Record<string, unknown>;
interface Answer {
  readonly total: number;
  readonly data: Row[];
  readonly by_day: Row[];
  readonly totals: Row;
  readonly truncated: boolean;
}

/** Asks as the operation table does: the schema checks the query, then the handler runs. */
async function ask(path: string, query: string, principal = admin): Promise<Answer> {
  const operation = spendOperations.find((candidate) => candidate.path === path)!;
  const { services } = composed;
  const context = { services, request: {}, caller: { principal, identity: {}, actor: "test" } } as CallerContext;
  const reply = await operation.answer(context, Object.fromEntries(new URLSearchParams(query)));
  const body = JSON.parse(String(reply.body));
  expect(operation.output.parse(body)).toEqual(body);
  return body;
}
/** The refusal that names the first field of a query. */
const refusalOf = (query: string) => ({ code: "invalid_request", options: { param: query.split("=", 1)[0] } });
const ids = (body: Answer): unknown[] => body.data.map(({ call_id }) => call_id);

describe("GET /spend/logs", () => {
  test("GET /spend/logs shows calls newest first in pages, as soon as they have ended", async () => {
    await playCall(book, sampleIntent("call-5", { startedAt: SAMPLE_TIME - 10 * DAY, teamId: "t9" }));
    const first = await ask("/spend/logs", "size=4");
    expect(ids(first)).toEqual(["call-4", "call-3", "call-2", "call-1"]);
    expect(first).toMatchObject({ total: 6, page: 1, size: 4 });
    expect(first.data[2]).toMatchObject({
      spend: 0.00002,
      team_id: "t1",
      key_id: "k1",
      total_tokens: 15,
      started_at: "2026-11-21T11:59:59.000Z",
    });
    expect(ids(await ask("/spend/logs", "size=4&page=2"))).toEqual(["call-0", "call-5"]);
  });

  test.each([
    ["team_id=t2", ["call-4", "call-3"]],
    ["user_id=u1&model=other", ["call-1"]],
    ["key_id=k1", ["call-2"]],
    ["status=error", ["call-3"]],
    ["provider=x", ["call-4"]],
    ["call_id=call-0", ["call-0"]],
    ["start_date=2026-11-20&end_date=2026-11-20", ["call-1"]],
    ["start_date=2026-11-21T11:59:59Z&end_date=2026-11-21T12:00:00%2B00:00", ["call-2"]],
    ["start_date=2026-11-21T13:00:00%2B01:00", ["call-4", "call-3"]],
    ["team_id=nobody", []],
    ["tag=a&team_id=t2", ["call-4", "call-3"]],
    ["tag=other", []],
    ["price_state=unpriced", ["call-4"]],
    ["requested_model=sample&provider=x", ["call-4"]],
    ["model=oth*", ["call-1"]],
    ["model=*%25*", []],
    ["deployment=d1&route=/chat/completions&status=error", ["call-3"]],
    ["team_id=t1&sort=started_at&order=asc", ["call-0", "call-1", "call-2"]],
    ["team_id=t2&sort=spend", ["call-3", "call-4"]],
    ["team_id=t2&sort=spend&order=asc", ["call-4", "call-3"]],
  ])("GET /spend/logs finds calls by %s", async (query, expected) => {
    const body = await ask("/spend/logs", query);
    expect([ids(body), body.total]).toEqual([expected, expected.length]);
  });

  test.each<[who: string, principal: Partial<Principal>, expected: string[]]>([
    ["a team", team1, ["call-2", "call-1", "call-0"]],
    ["a user without a team", { admin: false, userId: "u3", keyId: "k1" }, ["call-4", "call-3"]],
    ["a key without an owner", { admin: false, keyId: "k1" }, ["call-2"]],
  ])("GET /spend/logs shows %s only its own calls, whatever filter it sends", async (_who, principal, expected) => {
    expect(ids(await ask("/spend/logs", "", principal))).toEqual(expected);
    expect(ids(await ask("/spend/logs", "team_id=t9", principal))).toEqual([]);
  });

  test("GET /spend/logs refuses a caller without team, user and key", async () => {
    await expect(ask("/spend/logs", "", { admin: false })).rejects.toThrow(GatewayError);
  });

  test.each([
    "nonsense=1",
    "page=0",
    "size=100000",
    "status=fine",
    "start_date=2026-02-30",
    "start_date=yesterday",
    "team_id=",
  ])("GET /spend/logs refuses %s", async (query) => {
    await expect(ask("/spend/logs", query)).rejects.toMatchObject(refusalOf(query));
  });
});

describe("GET /spend/report", () => {
  test("GET /spend/report sums by day over the last thirty days by default", async () => {
    const body = await ask("/spend/report", "");
    expect(
      body.data.map(({ day, calls, failed_calls, unpriced_calls, spend }) => [
        day,
        calls,
        failed_calls,
        unpriced_calls,
        spend,
      ]),
    ).toEqual([
      ["2026-11-11", 1, 0, 0, 0.00002],
      ["2026-11-19", 1, 0, 0, 0.00002],
      ["2026-11-20", 1, 0, 0, 0.00002],
      ["2026-11-21", 3, 1, 1, 0.00004],
    ]);
    expect(body.totals).toEqual({
      spend: 0.0001,
      calls: 6,
      failed_calls: 1,
      prompt_tokens: 60,
      completion_tokens: 30,
      unpriced_calls: 1,
    });
    expect(body.truncated).toBe(false);
  });

  test.each([
    [
      "group_by=team",
      [
        ["t1", 3],
        ["t2", 2],
        ["t9", 1],
      ],
      "team_id",
    ],
    [
      "group_by=user&start_date=2026-11-19",
      [
        ["u1", 2],
        ["u2", 1],
        ["u3", 2],
      ],
      "user_id",
    ],
    [
      "group_by=model&team_id=t2",
      [
        ["model", 1],
        ["y", 1],
      ],
      "model",
    ],
    [
      "group_by=provider&start_date=2026-11-21&end_date=2026-11-21",
      [
        ["sample", 2],
        ["x", 1],
      ],
      "provider",
    ],
    ["group_by=key", [["k1", 1]], "key_id"],
    ["group_by=team&model=other", [["t1", 1]], "team_id"],
    ["group_by=organization", [["o1", 6]], "organization_id"],
    ["group_by=end_user", [], "end_user_id"],
    [
      "group_by=tag",
      [
        ["a", 6],
        ['b,{}"c', 6],
      ],
      "tag",
    ],
    [
      "tag=a&group_by=provider",
      [
        ["sample", 5],
        ["x", 1],
      ],
      "provider",
    ],
    ["group_by=requested_model", [["sample", 6]], "requested_model"],
    [
      "team_id=t1&group_by=user",
      [
        ["u1", 2],
        ["u2", 1],
      ],
      "user_id",
    ],
    [
      "user_id=u1&group_by=team",
      [
        ["t1", 2],
        ["t9", 1],
      ],
      "team_id",
    ],
    ["user_id=u1&team_id=t9&group_by=model", [["model", 1]], "model"],
    [
      "group_by=team,user",
      [
        ["t1", 2],
        ["t1", 1],
        ["t2", 2],
        ["t9", 1],
      ].sort(),
      "team_id",
    ],
  ])("GET /spend/report sums with %s", async (query, expected, field) => {
    const body = await ask("/spend/report", query);
    expect(body.data.map((row) => [row[field], row.calls]).sort()).toEqual(expected);
  });

  test("GET /spend/report sums by day, team and model together, and marks a truncated answer", async () => {
    const body = await ask("/spend/report", "group_by=model,day,team&limit=2&start_date=2026-11-19");
    expect(body.data.map(({ day, team_id, model }) => [day, team_id, model])).toEqual([
      ["2026-11-19", "t1", "model"],
      ["2026-11-20", "t1", "other"],
    ]);
    expect(body).toMatchObject({ truncated: true, totals: { calls: 5 } });
  });

  test("GET /spend/report shows a team only its own spend", async () => {
    expect((await ask("/spend/report", "group_by=day,model", team1)).totals.calls).toBe(3);
    expect((await ask("/spend/report", "team_id=t1&group_by=team", team1)).data).toMatchObject([
      { team_id: "t1", calls: 3 },
    ]);
    await expect(ask("/spend/report", "team_id=t2", team1)).rejects.toMatchObject({
      code: "invalid_request",
      options: { param: "team_id" },
    });
    await expect(ask("/spend/report", "group_by=tag", team1)).rejects.toMatchObject({
      code: "invalid_request",
      options: { param: "group_by" },
    });
    const members = await ask("/spend/report", "group_by=user", team1);
    expect(members.data.map(({ user_id, calls }) => [user_id, calls])).toEqual([
      ["u1", 2],
      ["u2", 1],
    ]);
  });

  test.each([
    ["team_id=t1&organization_id=o1", "organization_id"],
    ["tag=a&group_by=team", "group_by"],
    ["start_date=2026-11-21&end_date=2026-11-20", "start_date"],
  ])("GET /spend/report refuses %s", async (query, param) => {
    await expect(ask("/spend/report", query)).rejects.toMatchObject({ code: "invalid_request", options: { param } });
  });

  test.each([
    "group_by=team,key",
    "group_by=moon",
    "group_by=",
    "start_date=2026-11-31",
    "start_date=2026-11-21T00:00:00Z",
    "limit=0",
    "x=y",
  ])("the schema of GET /spend/report refuses %s", async (query) => {
    await expect(ask("/spend/report", query)).rejects.toMatchObject(refusalOf(query));
  });
});

describe("GET /global/spend", () => {
  test("GET /global/spend answers the total and each of the last thirty days, including days without calls", async () => {
    const body = await ask("/global/spend", "");
    expect(body).toMatchObject({
      spend: 0.0001,
      calls: 6,
      prompt_tokens: 60,
      completion_tokens: 30,
      unpriced_calls: 1,
    });
    expect(body.by_day).toHaveLength(30);
    expect(body.by_day[0]).toMatchObject({ day: "2026-10-23", calls: 0, spend: 0 });
    expect(body.by_day[29]).toMatchObject({ day: "2026-11-21", calls: 3, spend: 0.00004 });
  });

  test("GET /global/spend shows a team only its own spend", async () => {
    expect(await ask("/global/spend", "", team1)).toMatchObject({ spend: 0.00006, calls: 3 });
  });
});
