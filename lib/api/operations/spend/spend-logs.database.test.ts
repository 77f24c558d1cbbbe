import { expect, test } from "vitest";
import type { Principal } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import { idsOf, refusalOf, TEAM_1, useSpendLog } from "@/testing/spend/spend-log";

const log = useSpendLog();
const { ask } = log;

test("GET /spend/logs shows calls newest first in pages, as soon as they have ended", async () => {
  await log.playOldCall();
  const first = await ask("/spend/logs", "size=4");
  expect(idsOf(first)).toEqual(["call-4", "call-3", "call-2", "call-1"]);
  expect(first).toMatchObject({ total: 6, page: 1, size: 4 });
  expect(first.data[2]).toMatchObject({
    spend: 0.00002,
    team_id: "t1",
    key_id: "k1",
    total_tokens: 15,
    started_at: "2026-11-21T11:59:59.000Z",
  });
  expect(idsOf(await ask("/spend/logs", "size=4&page=2"))).toEqual(["call-0", "call-5"]);
});

test("GET /spend/logs goes on behind the call that the page before ended with, and counts only if it is asked to", async () => {
  const first = await ask("/spend/logs", "size=2&team_id=t1");
  expect(first).toMatchObject({ total: 3, total_is_exact: true, page: 1, next: expect.any(String) });
  const after = `size=2&team_id=t1&after=${String(first.next)}`;
  const second = await ask("/spend/logs", after);
  expect([idsOf(first), idsOf(second)]).toEqual([["call-2", "call-1"], ["call-0"]]);
  expect(second).toMatchObject({ total: null, total_is_exact: false, page: null, size: 2, next: null });
  expect(await ask("/spend/logs", `${after}&count=true`)).toMatchObject({ total: 3, total_is_exact: true });
  expect(await ask("/spend/logs", "team_id=t1&count=false")).toMatchObject({ total: null, page: 1 });
});

test.each([
  ["a page too", "page=2", /after and page: send one of them/],
  ["another sort", "sort=spend", /after: must be the next of an answer with the same sort and order/],
  ["another order", "order=asc", /after: must be the next/],
])("GET /spend/logs refuses after together with %s", async (_what, query, message) => {
  const { next } = await ask("/spend/logs", "size=1");
  await expect(ask("/spend/logs", `after=${String(next)}&${query}`)).rejects.toThrow(message);
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
  expect([idsOf(body), body.total]).toEqual([expected, expected.length]);
});

test.each<[who: string, principal: Partial<Principal>, expected: string[]]>([
  ["a team", TEAM_1, ["call-2", "call-1", "call-0"]],
  ["a user without a team", { admin: false, userId: "u3", keyId: "k1" }, ["call-4", "call-3"]],
  ["a key without an owner", { admin: false, keyId: "k1" }, ["call-2"]],
])("GET /spend/logs shows %s only its own calls, whatever filter it sends", async (_who, principal, expected) => {
  expect(idsOf(await ask("/spend/logs", "", principal))).toEqual(expected);
  expect(idsOf(await ask("/spend/logs", "team_id=t9", principal))).toEqual([]);
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
  "start_date=2026-11-21&end_date=2026-11-20",
  "team_id=",
  "after=",
  "after=nonsense",
])("GET /spend/logs refuses %s", async (query) => {
  await expect(ask("/spend/logs", query)).rejects.toMatchObject(refusalOf(query));
});

test("GET /spend/logs shows those who administer a team the calls of that team, and of no other", async () => {
  const lead: Partial<Principal> = { admin: false, userId: "lead", administers: ["t1"] };
  expect(idsOf(await ask("/spend/logs", "team_id=t1", lead))).toEqual(["call-2", "call-1", "call-0"]);
  expect(idsOf(await ask("/spend/logs", "team_id=t2", lead))).toEqual([]);
  expect(idsOf(await ask("/spend/logs", "", lead))).toEqual([]);
});
