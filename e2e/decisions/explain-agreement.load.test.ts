import fc from "fast-check";
import { expect, test } from "vitest";
import { readState } from "@/testing/auth/case-rows";
import { asCase, type Question } from "@/testing/auth/decision-arbitrary";
import { hostedTool } from "@/testing/auth/tool-message";
import { worldArbitrary, type World } from "@/testing/auth/world-arbitrary";
import { type Json, type Reply, useExplainFixture } from "@/testing/gateway/explain-fixture";
import { PROPERTY_LIMIT_MS } from "@/testing/patience.mjs";

const LIMITS = new Set(["budget_exceeded", "rate_limit_exceeded"]);

const fixture = useExplainFixture();
const { bearerOf, configure, explain, put, send } = fixture;

/** What a call says to the model, and the tools that it brings. */
function bodyOf({ brings }: Question["request"]) {
  return { messages: [{ role: "user", content: "Hi." }], ...(brings && { tools: brings.map(hostedTool) }) };
}

function request(token: string, { request }: Question): Promise<Reply> {
  const body =
    request.model === undefined ? undefined : { model: request.model, user: request.user, ...bodyOf(request) };
  return send(token, request.method, request.path, body, {
    ...(request.team !== undefined && { "x-gateway-team-id": request.team }),
    ...(request.organization !== undefined && { "x-gateway-organization-id": request.organization }),
  });
}

async function putWorld({ question, limit }: World): Promise<void> {
  await put(question);
  if (!limit) return;
  await fixture.gateway.services.database.pool.query(`UPDATE ${limit.table} SET ${limit.limit}`);
  await fixture.gateway.forget();
}

/**
 * Asks for an explanation, with `draft` over `file` if given, then sends the request twice, and compares. Answers with
 * the code.
 */
async function compare(
  world: World,
  draft: object | undefined,
  file: object = world.question.file,
): Promise<string | null> {
  const { question } = world;
  const { request: asking } = question;
  const token = await bearerOf(question);
  const asked = {
    token,
    method: asking.method,
    route: asking.path,
    model: asking.model,
    team_id: asking.team,
    organization_id: asking.organization,
    user: asking.user,
    ...(asking.brings && { body: bodyOf(asking) }),
  };
  await configure(draft ? { ...file } : (asCase(question).settings ?? {}));
  await put({ ...question, state: world.before });
  await request(token, question);
  await putWorld(world);
  const before = await readState(fixture.gateway.services.database);
  const served = fixture.upstream.served;
  const explained = await explain({ ...asked, ...(draft && { settings: fixture.here(draft) }) });
  expect(await readState(fixture.gateway.services.database)).toEqual(before);
  expect(fixture.upstream.served).toBe(served);

  if (draft) await configure(asCase(question).settings ?? {});
  const answer = await request(token, question);
  const recorded =
    answer.decisionId === null
      ? undefined
      : await send(fixture.gateway.masterKey, "GET", `/auth/explain?id=${answer.decisionId}`);
  // Ownership is checked after the decision, and the question of an explanation does not name an entity.
  const isDenied = recorded !== undefined && recorded.body.checks.at(-1).rule !== "ownership";
  expect({ allow: !isDenied, code: isDenied ? answer.body.error.code : null }).toEqual({
    allow: explained.allow,
    code: explained.code,
  });
  // The second request is decided from memory, and gets the same answer.
  const again = await request(token, question);
  expect([again.status, again.body.error?.code]).toEqual([answer.status, answer.body.error?.code]);
  if (!isDenied) return null;
  if (!LIMITS.has(explained.code)) {
    expect(explained.message).toBe(answer.body.error.message);
    expect(recorded.body.checks).toEqual(explained.checks.slice(2));
    return explained.code;
  }
  const [budget, rate] = recorded.body.checks.slice(-2);
  expect(recorded.body.checks.slice(0, -2)).toEqual(explained.checks.slice(2, -2));
  expect([budget.outcome === "fail", rate.outcome]).toEqual([
    explained.code === "budget_exceeded",
    explained.code === "budget_exceeded" ? "not reached" : "fail",
  ]);
  expect(explained.checks.slice(-2).map(({ outcome }: Json) => outcome === "fail")).toEqual([
    explained.code === "budget_exceeded",
    explained.code !== "budget_exceeded",
  ]);
  return explained.code;
}

test(
  "an explanation is the decision, whatever the settings, token, state, limits and request, and whatever was asked before",
  async () => {
    await fc.assert(
      fc.asyncProperty(worldArbitrary, async (world) => void (await compare(world, undefined))),
      { numRuns: 70 },
    );
  },
  PROPERTY_LIMIT_MS,
);

test(
  "an explanation with the settings of a draft is the decision once they are in force",
  async () => {
    await fc.assert(
      fc.asyncProperty(worldArbitrary, async (world) => void (await compare(world, world.question.access))),
      { numRuns: 30 },
    );
  },
  PROPERTY_LIMIT_MS,
);

test(
  "an explanation with a draft of claims, issuers and all other settings is the decision once they are in force",
  async () => {
    await fc.assert(
      fc.asyncProperty(worldArbitrary, async (world) => {
        const { file, access } = world.question;
        await compare(world, { ...file, ...access }, {});
      }),
      { numRuns: 30 },
    );
  },
  PROPERTY_LIMIT_MS,
);

const limits: [limit: string, code: string][] = [
  ["max_budget = 0", "budget_exceeded"],
  ["rpm_limit = 0", "rate_limit_exceeded"],
  ["tpm_limit = 0", "rate_limit_exceeded"],
  ["max_parallel_requests = 0", "rate_limit_exceeded"],
];
test.each(limits)(
  "an explanation for a team with %s is the decision, and its refusal can be looked up: %s",
  async (limit, code) => {
    const request: Question["request"] = { method: "POST", path: "/v1/chat/completions", model: "gpt-4o" };
    const state = { teams: { t1: {} } };
    const question: Question = { file: {}, access: {}, token: { claims: { client_id: "t1" } }, state, request };
    expect(await compare({ question, before: state, limit: { table: "teams", limit } }, undefined)).toBe(code);
  },
);
