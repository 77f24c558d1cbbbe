import { expect, test } from "vitest";
import { jwt, type DecisionCase } from "@/lib/auth/cases/case";
import { decide } from "@/lib/auth/decide";
import { inputOf } from "@/local/decision-case";
import { createDecisionLog, type DecisionLog } from "./decision-log";

async function record(log: DecisionLog, id: string, line: Partial<DecisionCase>): Promise<void> {
  const input = await inputOf({ name: id, spec: [], token: jwt({ client_id: "t1" }), expect: { allow: {} }, ...line });
  log.record({ id, generation: 7, identity: input.identity, request: input.request, decision: decide(input) });
}

test("the newest are kept, and no more than fit", async () => {
  const log = createDecisionLog({ capacity: 3, now: () => 0 });
  for (const id of ["a", "b", "c", "d"]) await record(log, id, {});
  expect(["a", "b", "c", "d"].map((id) => log.find(id)?.id)).toEqual([undefined, "b", "c", "d"]);
});

test("a record says who asked for what, when, under which settings, and why it was refused", async () => {
  const log = createDecisionLog({ capacity: 1, now: () => 1_000 });
  await record(log, "a", { token: jwt({ client_id: "t1", sub: "s", scope: "x", secret: "do not keep" }) });
  expect(log.find("a")).toMatchObject({ at: 1_000, generation: 7, method: "POST", route: "/chat/completions", model: "gpt-4o", outcome: "team_not_found", identity: { kind: "jwt", teamId: "t1", subject: "s", scopes: ["x"] } });
  expect(JSON.stringify(log.find("a"))).not.toContain("do not keep");
});

test("the fingerprint is the caller's: the same for each call, another for another", async () => {
  const log = createDecisionLog({ capacity: 9, now: () => 0 });
  await record(log, "a", {});
  await record(log, "b", { request: { method: "GET", path: "/team/list" } });
  await record(log, "c", { token: jwt({ client_id: "t2" }) });
  const [a, b, c] = ["a", "b", "c"].map((id) => log.find(id)?.fingerprint);
  expect(a).toBe(b);
  expect(a).not.toBe(c);
});

test("a token full of scopes, roles and long names makes a small record", async () => {
  const log = createDecisionLog({ capacity: 1, now: () => 0 });
  const many = Array.from({ length: 2_000 }, (_, index) => `${index}`.padEnd(1_000, "x"));
  await record(log, "a", { settings: { roles_jwt_field: "roles" }, token: jwt({ sub: "s".repeat(100_000), scope: many, roles: many }), request: { method: "POST", path: "/chat/completions", model: "m".repeat(1_000) } });
  expect(JSON.stringify(log.find("a")).length).toBeLessThan(64 * 1024);
});

test("a token whose claims cannot be read is recorded without an identity", async () => {
  const log = createDecisionLog({ capacity: 1, now: () => 0 });
  await record(log, "a", { token: jwt({ client_id: 7 }) });
  expect(log.find("a")).toMatchObject({ outcome: "invalid_token", identity: undefined });
});
