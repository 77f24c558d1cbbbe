import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { isFault } from "@/lib/auth/identify";
import { asCase, questionArbitrary } from "@/testing/auth/decision-arbitrary";
import { inputOf } from "@/testing/auth/decision-case";
import { chat, jwt, type DecisionCase, type JwtAuthInput } from "@/lib/auth/cases/case";
import { Replay, type World } from "./replay";

const AT = new Date("2026-06-15T12:00:00Z");
const entry = (model_name: string, model: string) => ({ model_name, gateway_params: { model } });
const MODELS = [entry("gpt-4o", "openai/gpt-4o"), entry("openai/*", "openai/*")];
const world = (settings: JwtAuthInput = {}, models: World["models"] = MODELS): World => ({
  settings: { jwtAuth: jwtAuth.parse(settings) },
  models,
});

interface Traffic {
  readonly team: string;
  readonly model: string;
  readonly count: number;
  readonly scope?: string;
  readonly at?: Date;
}

/** Tokens of teams that exist, asking for a chat completion. */
async function replayed(traffic: readonly Traffic[], inForce: World, draft: World) {
  const replay = new Replay(inForce, draft, AT.getTime());
  for (const { team, model, count, scope = "", at = AT } of traffic) {
    const line: DecisionCase = {
      name: "",
      spec: [],
      token: jwt({ client_id: team, scope }),
      state: { teams: { [team]: {} } },
      request: chat(model),
      expect: { allow: {} },
    };
    const { identity, facts, request } = await inputOf(line);
    if (isFault(identity)) throw new Error(identity.message);
    replay.add({ identity, facts, request, count, lastSeen: at, days: { [at.toISOString().slice(0, 10)]: count } });
  }
  return replay.report();
}

const scopes = (...models: string[]) => ({
  enforce_scope_based_access: true,
  scope_mappings: [{ scope: "s", models }],
});

describe("a draft tried on recorded traffic", () => {
  test("a replay says who would be denied, added up, most frequent first", async () => {
    const traffic = [
      { team: "t1", model: "gpt-4o", count: 1 },
      { team: "t2", model: "gpt-4o", count: 5 },
      { team: "t1", model: "gpt-4o", count: 2, at: new Date(AT.getTime() + 1) },
      { team: "t1", model: "gpt-4o", count: 7, scope: "s" },
    ];
    const report = await replayed(traffic, world(), world(scopes("gpt-4o")));
    expect(report).toMatchObject({ evaluated: 15, unchanged: 7, newlyAllowed: [], resolvedDifferently: [] });
    expect(report.newlyDenied).toEqual([
      {
        who: "team t2",
        route: "/chat/completions",
        model: "gpt-4o",
        code: "scope_model_not_allowed",
        message: "None of the token's scopes (none) allows any model.",
        count: 5,
        lastSeen: AT,
      },
      expect.objectContaining({ who: "team t1", count: 3, lastSeen: new Date(AT.getTime() + 1) }),
    ]);
  });

  test("a replay says who would be allowed, and what forbids it today", async () => {
    const report = await replayed(
      [{ team: "t1", model: "gpt-4o", count: 4, scope: "s" }],
      world(scopes()),
      world(scopes("gpt-4o")),
    );
    expect(report).toMatchObject({
      unchanged: 0,
      newlyDenied: [],
      newlyAllowed: [{ who: "team t1", code: "scope_model_not_allowed", count: 4 }],
    });
  });

  test("a replay counts what is denied before and after as unchanged, whatever rule denies it", async () => {
    const report = await replayed(
      [{ team: "t1", model: "gpt-4o", count: 4 }],
      world(scopes()),
      world({ team_allowed_routes: ["info_routes"] }),
    );
    expect(report).toMatchObject({ evaluated: 4, unchanged: 4 });
  });

  const drafts: [string, World["models"], string, unknown][] = [
    [
      "another upstream model",
      [entry("gpt-4o", "azure/gpt-4o")],
      "gpt-4o",
      {
        before: { modelName: "gpt-4o", upstreamModel: "openai/gpt-4o" },
        after: { modelName: "gpt-4o", upstreamModel: "azure/gpt-4o" },
      },
    ],
    [
      "another entry",
      [entry("*", "openai/*")],
      "openai/o3",
      { before: { modelName: "openai/*" }, after: { modelName: "*", upstreamModel: "openai/openai/o3" } },
    ],
    ["no entry", [], "gpt-4o", { after: undefined }],
    [
      "an entry where there was none",
      [entry("*", "openai/*")],
      "new",
      { before: undefined, after: { modelName: "*" } },
    ],
  ];
  test.each(drafts)("a replay says which models would go to %s", async (_what, models, model, expected) => {
    const report = await replayed(
      [
        { team: "t1", model, count: 2 },
        { team: "t2", model, count: 1 },
      ],
      world(),
      world({}, models),
    );
    expect(report.resolvedDifferently).toMatchObject([{ model, count: 3, ...(expected as object) }]);
    expect(report).toMatchObject({ evaluated: 3, unchanged: 0 });
  });

  test("a replay leaves out models whose resolution stays the same, and calls that are denied", async () => {
    const copy = MODELS.map((one) => ({ ...one }));
    expect((await replayed([{ team: "t1", model: "gpt-4o", count: 2 }], world(), world({}, copy))).unchanged).toBe(2);
    expect(
      (await replayed([{ team: "t1", model: "gpt-4o", count: 2 }], world(scopes()), world(scopes(), [])))
        .resolvedDifferently,
    ).toEqual([]);
  });

  test("a replay with the settings in force changes nothing, whatever the settings, token, state and request", async () => {
    await fc.assert(
      fc.asyncProperty(questionArbitrary, fc.integer({ min: 1, max: 1_000 }), async (question, count) => {
        const { identity, facts, request, settings } = await inputOf(asCase(question));
        if (isFault(identity)) return;
        const replay = new Replay(
          { settings, models: MODELS },
          { settings: structuredClone(settings), models: structuredClone(MODELS) },
          AT.getTime(),
        );
        replay.add({ identity, facts, request, count, lastSeen: AT, days: { "2026-06-15": count } });
        expect(replay.report()).toEqual({
          people: [],
          evaluated: count,
          unchanged: count,
          newlyDenied: [],
          newlyAllowed: [],
          resolvedDifferently: [],
        });
      }),
      { numRuns: 300 },
    );
  });
});
