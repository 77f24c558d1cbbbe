import { beforeAll, expect, test } from "vitest";
import { refusalColumns } from "@/lib/gateway/record/refusal-columns";
import type { DecisionRecord, RecordedIdentity } from "@/lib/auth/decision-record";
import type { Principal } from "@/lib/auth/decision";
import { writeRefusals } from "@/lib/store/record/refusals";
import { SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { TEAM_1, useSpendLog } from "@/testing/spend/spend-log";

const log = useSpendLog();
const { ask } = log;

const idOf = (n: number): string => `dec_00000000-0000-4000-8000-00000000000${n}`;
const refusal = (
  n: number,
  at: number,
  identity: Partial<RecordedIdentity> | undefined,
  more: Partial<DecisionRecord> = {},
): DecisionRecord => ({
  id: idOf(n),
  at,
  generation: 1,
  fingerprint: "f",
  identity: identity && {
    kind: "jwt",
    issuer: "https://idp",
    subject: "s",
    scopes: [],
    roles: [],
    teamId: undefined,
    groups: [],
    userId: undefined,
    email: undefined,
    objectId: undefined,
    organizationId: undefined,
    endUserId: undefined,
    keyId: undefined,
    ...identity,
  },
  method: "POST",
  route: "/chat/completions",
  model: "gpt-x",
  requestedTeam: undefined,
  requestedOrganization: undefined,
  endUser: undefined,
  outcome: "team_model_not_allowed",
  message: "The team may not use the model.",
  checks: [],
  ...more,
});

beforeAll(async () => {
  const database = log.database();
  await database.prisma.team.create({ data: { id: "t9", alias: "Nine" } });
  await database.prisma.team.create({ data: { id: "t1", alias: "One" } });
  const records = [
    refusal(1, SAMPLE_TIME - 1_000, { teamId: "t1", userId: "u1" }, { requestId: "mine" }),
    refusal(2, SAMPLE_TIME - 500, { teamId: "t2", userId: "u3", keyId: "k2" }, { outcome: "rate_limit_exceeded" }),
    refusal(3, SAMPLE_TIME + 2, undefined, { outcome: "invalid_key", requestedTeam: "t1", model: undefined }),
    refusal(4, SAMPLE_TIME + 3, { userId: "u3" }, { requestedTeam: "t9", endUser: "reader", route: "/embeddings" }),
  ];
  await writeRefusals(
    database,
    records.map((record) => ({ record, columns: refusalColumns(record) })),
  );
  // A refusal whose record has none of the values by which refusals are listed.
  const old = refusal(5, SAMPLE_TIME - 10 * 86_400_000, { teamId: "t1" });
  await writeRefusals(database, [{ record: old, columns: refusalColumns(old) }]);
  await database.pool.query(
    "UPDATE refusals SET (code, kind, principal, route, model, team_id, is_team_proven, issuer) = (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) WHERE id = $1",
    [idOf(5)],
  );
});

interface Row {
  readonly type: "call" | "refused";
  readonly call?: { readonly call_id: string };
  readonly refused?: Record<string, unknown>;
}
const rowsOf = (body: { readonly data: readonly unknown[] }): string[] =>
  (body.data as readonly Row[]).map(
    ({ call, refused }) => call?.call_id ?? `refused ${String(refused?.["decision_id"]).slice(-1)}`,
  );
const EVERYTHING = [
  "refused 4",
  "refused 3",
  "call-4",
  "call-3",
  "refused 2",
  "refused 1",
  "call-2",
  "call-1",
  "call-0",
  "refused 5",
];

test("calls and refusals stand in one list, newest first, page by page", async () => {
  expect(rowsOf(await ask("/spend/requests", ""))).toEqual(EVERYTHING);
  const found: string[] = [];
  let after = "";
  do {
    const body = await ask("/spend/requests", `size=3${after}`);
    found.push(...rowsOf(body));
    after = body.next ? `&after=${body.next}` : "";
  } while (after);
  expect(found).toEqual(EVERYTHING);
});

test("a refusal says who asked for what, what they were told, and how it can be found again", async () => {
  const { data } = await ask("/spend/requests", "request_id=mine");
  expect(data).toEqual([
    {
      type: "refused",
      refused: {
        decision_id: idOf(1),
        at: "2026-11-21T11:59:59.000Z",
        code: "team_model_not_allowed",
        http_status: 403,
        message: "The team may not use the model.",
        method: "POST",
        route: "/chat/completions",
        requested_model: "gpt-x",
        request_id: "mine",
        kind: "team",
        principal: "t1",
        issuer: "https://idp",
        team_id: "t1",
        user_id: "u1",
        key_id: null,
        organization_id: null,
        end_user_id: null,
        team_alias: "One",
        user_alias: null,
        user_email: null,
        key_alias: null,
        key_name: null,
        organization_alias: null,
        end_user_alias: null,
      },
    },
  ]);
});

test.each([
  ["status=refused", ["refused 4", "refused 3", "refused 2", "refused 1", "refused 5"]],
  ["status=error", ["call-3"]],
  ["team_id=t1", ["refused 3", "refused 1", "call-2", "call-1", "call-0"]],
  ["user_id=u3", ["refused 4", "call-4", "call-3", "refused 2"]],
  ["key_id=k2", ["refused 2"]],
  ["end_user_id=reader", ["refused 4"]],
  ["requested_model=gpt-x", ["refused 4", "refused 2", "refused 1"]],
  ["route=/embeddings", ["refused 4"]],
  ["code=rate_limit_exceeded", ["refused 2"]],
  ["code=403", ["refused 4", "refused 1"]],
  ["kind=team&principal=t1", ["refused 1"]],
  ["issuer=https://idp&team_id=t2", ["refused 2"]],
  ["issuer=https://idp&team_id=t1", ["refused 1", "call-1", "call-0"]],
  [`decision_id=${idOf(5)}`, ["refused 5"]],
  [`any_id=${idOf(3)}`, ["refused 3"]],
  ["any_id=mine", ["refused 1"]],
  ["any_id=call-1", ["call-1"]],
  ["start_date=2026-11-21T11:59:59Z&end_date=2026-11-21T12:00:00Z", ["refused 2", "refused 1", "call-2"]],
  ["provider=x", ["call-4"]],
  ["status=refused&provider=x", []],
])("requests are found by %s", async (query, expected) => {
  expect(rowsOf(await ask("/spend/requests", query))).toEqual(expected);
});

test.each<[who: string, principal: Partial<Principal>, query: string, expected: string[]]>([
  ["a team", TEAM_1, "", ["refused 1", "call-2", "call-1", "call-0"]],
  ["a team that asks for another", TEAM_1, "team_id=t2", []],
  ["a user without a team", { admin: false, userId: "u3" }, "", ["refused 4", "call-4", "call-3", "refused 2"]],
  ["a key without an owner", { admin: false, keyId: "k2" }, "status=refused", ["refused 2"]],
  ["a viewer", { admin: false, viewer: true }, "", EVERYTHING],
  [
    "who administers a team",
    { admin: false, userId: "lead", administers: ["t1"] },
    "team_id=t1",
    ["refused 1", "call-2", "call-1", "call-0"],
  ],
  ["who administers a team, of another", { admin: false, userId: "lead", administers: ["t1"] }, "team_id=t2", []],
])(
  "%s sees the refusals where they see the calls, never those that only name them",
  async (_who, principal, query, expected) => {
    expect(rowsOf(await ask("/spend/requests", query, principal))).toEqual(expected);
  },
);

test("the name of a team that only the request asked for is for administrators", async () => {
  const nameFor = async (principal: Partial<Principal>) => {
    const { data } = await ask("/spend/requests", "end_user_id=reader", principal);
    return (data as unknown as readonly Row[]).map(({ refused }) => [refused?.["team_id"], refused?.["team_alias"]]);
  };
  expect(await nameFor({ admin: true })).toEqual([["t9", "Nine"]]);
  expect(await nameFor({ admin: false, userId: "u3" })).toEqual([["t9", null]]);
});

test.each(["after=nonsense", "size=0", "status=fine", "code=DROP", "decision_id=x", "page=1"])(
  "GET /spend/requests refuses %s",
  async (query) => {
    await expect(ask("/spend/requests", query)).rejects.toMatchObject({ code: "invalid_request" });
  },
);
