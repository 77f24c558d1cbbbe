import { expect, test } from "vitest";
import { jwt, type DecisionCase } from "@/lib/auth/cases/case";
import { decide } from "./decide";
import { GatewayError } from "@/lib/errors";
import { inputOf } from "@/testing/auth/decision-case";
import { decisionRecordOf, RecentRecords, type DecisionRecord } from "./decision-record";
import { failedProof } from "./token/failed-proof";

async function record(id: string, line: Partial<DecisionCase>): Promise<DecisionRecord> {
  const input = await inputOf({ name: id, spec: [], token: jwt({ client_id: "t1" }), expect: { allow: {} }, ...line });
  return decisionRecordOf({
    id,
    at: 1_000,
    generation: 7,
    identity: input.identity,
    request: input.request,
    decision: decide(input),
  });
}

test("only the newest records are kept, up to the capacity", async () => {
  const recent = new RecentRecords(3);
  for (const id of ["a", "b", "c", "d"]) recent.add(await record(id, {}));
  expect(["a", "b", "c", "d"].map((id) => recent.find(id)?.id)).toEqual([undefined, "b", "c", "d"]);
});

test("a record says who asked for what, when, under which settings, and why it was refused", async () => {
  const refusal = await record("a", { token: jwt({ client_id: "t1", sub: "s", scope: "x", secret: "do not keep" }) });
  expect(refusal).toMatchObject({
    at: 1_000,
    generation: 7,
    method: "POST",
    route: "/chat/completions",
    model: "gpt-4o",
    outcome: "team_not_found",
    identity: { kind: "jwt", teamId: "t1", subject: "s", scopes: ["x"] },
  });
  expect(JSON.stringify(refusal)).not.toContain("do not keep");
});

test("calls of one caller share a fingerprint, and another caller has a different one", async () => {
  const [a, b, c] = [
    await record("a", {}),
    await record("b", { request: { method: "GET", path: "/team/list" } }),
    await record("c", { token: jwt({ client_id: "t2" }) }),
  ];
  expect(a.fingerprint).toBe(b.fingerprint);
  expect(a.fingerprint).not.toBe(c.fingerprint);
});

test("a token full of scopes, roles and long names makes a small record", async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `${index}`.padEnd(1_000, "x"));
  const refusal = await record("a", {
    settings: { roles_jwt_field: "roles" },
    token: jwt({ sub: "s".repeat(100_000), scope: many, roles: many }),
    request: { method: "POST", path: "/chat/completions", model: "m".repeat(1_000) },
  });
  expect(JSON.stringify(refusal).length).toBeLessThan(64 * 1024);
});

test("a token whose claims cannot be read is recorded without an identity", async () => {
  expect(await record("a", { token: jwt({ client_id: 7 }) })).toMatchObject({
    outcome: "invalid_token",
    identity: undefined,
  });
});

test("credentials that prove nothing are recorded with the check that failed and the checks that were not reached", () => {
  const request = {
    method: "GET",
    route: "/team/list",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    model: undefined,
    requestedTeam: undefined,
    requestedOrganization: undefined,
    endUser: undefined,
  } as const;
  const decision = failedProof(new GatewayError("token_expired", "The token expired an hour ago."));
  const refusal = decisionRecordOf({ id: "a", at: 0, generation: 1, identity: undefined, request, decision });
  expect(refusal).toMatchObject({
    outcome: "token_expired",
    message: "The token expired an hour ago.",
    identity: undefined,
  });
  expect(refusal.checks.map(({ rule, outcome }) => `${rule}: ${outcome}`).slice(0, 3)).toEqual([
    "verify: fail",
    "custom_validate: not reached",
    "identity: not reached",
  ]);
});

test("the record of a token that only the operator's function refuses says that its signature is valid", () => {
  const { checks } = failedProof(new GatewayError("custom_validation_failed", "Invalid JWT token"));
  expect(checks.slice(0, 2)).toMatchObject([
    { rule: "verify", outcome: "pass" },
    { rule: "custom_validate", outcome: "fail" },
  ]);
});

test("the record of a token that the operator's function refuses has what it threw, which the log repeats", () => {
  const fault = new GatewayError("custom_validation_failed", "Invalid JWT token", {
    detail: "It threw: not acme: evil",
  });
  const { message, checks } = failedProof(fault);
  expect([message, checks[1]?.because]).toEqual([
    "Invalid JWT token",
    "The operator's function refused it. It threw: not acme: evil.",
  ]);
});

test("the check of a failed proof has the detail for administrators, and the message to the caller has not", () => {
  const fault = new GatewayError("invalid_audience", "Not meant for this gateway.", {
    detail: 'It has the "aud" "x".',
  });
  const { message, checks } = failedProof(fault);
  expect(message).toBe("Not meant for this gateway.");
  expect(checks[0]).toMatchObject({ outcome: "fail", because: 'Not meant for this gateway. It has the "aud" "x".' });
});
