import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { HalfMade, makeTogether } from "./make-together";
import { offersOf } from "./offers";
import { describedChange } from "@/lib/wire/change";
import type { RefusedRequest } from "./repair";
import { patchOfSteps, pendingSteps, takenBack } from "./row-steps";
import { draftOfAll, partsOf, saveLabel, togetherTitle } from "./together";

const refused: RefusedRequest = {
  code: "team_model_not_allowed",
  message: null,
  route: "/chat/completions",
  model: "gpt-4o",
  team_id: null,
  end_user_id: null,
  identity: null,
};
const access = jwtAuth.parse({
  enforce_rbac: true,
  role_mappings: [{ role: "developer", internal_role: "team", models: ["house"] }],
});
const roleLacks = {
  kind: "allow-model",
  holder: "role mapping",
  id: "developer",
  model: "gpt-4o",
  description: "the role mapping developer had the model",
};
const teamLacks = { kind: "allow-model", holder: "team", id: "blue", model: "gpt-4o", description: "" };
const unblocked = { kind: "unblock", entity: "team", id: "blue", description: "" };
const scopeLacks = { kind: "add-scope", scope: "chat", description: "the token had the scope chat" };
const offers = (...changes: object[]) =>
  offersOf(refused, { changes: changes.map((change) => describedChange.parse(change)), sentence: "" }, access);

test("changes that are needed together are one offer, also where one of them is made elsewhere", () => {
  expect(offers(roleLacks, teamLacks).map((offer) => offer.map(({ kind }) => kind))).toEqual([["settings", "entity"]]);
  expect(offers(scopeLacks, teamLacks).map((offer) => offer.map(({ kind }) => kind))).toEqual([
    ["elsewhere", "entity"],
  ]);
});

test("rows are changed before settings, two changes of one row at once, and what is made elsewhere stays in sight", () => {
  const [offer = []] = offers(roleLacks, teamLacks, unblocked, scopeLacks);
  const { parts, others } = partsOf(offer);
  expect(parts).toMatchObject([
    { kind: "row", entity: "team", id: "blue", steps: [{ do: "grant-model", model: "gpt-4o" }, { do: "unblock" }] },
    { kind: "settings", settings: { role_mappings: [{ role: "developer", models: ["house", "gpt-4o"] }] } },
  ]);
  expect(others.map(({ sentence }) => sentence)).toEqual(["It would be allowed if the token had the scope chat"]);
});

test("a what-if tries all changes in one draft, and none where it cannot try one of them", () => {
  const user = { users: [{ user_id: "ada", models: ["gpt-4o"] }] };
  expect(
    draftOfAll([user, { users: [{ user_id: "ada", teams: ["blue"] }] }, { settings: { enforce_rbac: true } }]),
  ).toEqual({
    settings: { enforce_rbac: true },
    users: [{ user_id: "ada", models: ["gpt-4o"], teams: ["blue"] }],
  });
  expect(draftOfAll([user, undefined])).toBeUndefined();
  expect(draftOfAll([])).toBeUndefined();
});

const row = {
  models: ["house"],
  blocked: true,
  max_budget: 5,
  rpm_limit: null,
  tpm_limit: null,
  max_parallel_requests: null,
  model_rpm_limit: { "gpt-4o": 1, other: 2 },
};
const now = Date.parse("2026-01-01");

test("each step of a row follows those before it, and all are taken back by what was there before", () => {
  const raise = (model: string) => ({ do: "raise-limit", limit: "rpm_limit", model, needed: 10 }) as const;
  const steps = [{ do: "unblock" }, raise("gpt-4o"), raise("other"), { do: "grant-model", model: "house" }] as const;
  const chosen = new Map([[1, { model_rpm_limit: { "gpt-4o": 50, other: 2 } }]]);
  const pending = pendingSteps(steps, row, chosen, now);
  expect(pending.map(({ at, isFaulty }) => [at, isFaulty])).toEqual([
    [0, false],
    [1, false],
    [2, false],
  ]);
  const patch = patchOfSteps(pending);
  expect(patch).toEqual({ blocked: false, model_rpm_limit: { "gpt-4o": 50, other: 12 } });
  expect(takenBack(row, patch)).toEqual({ blocked: true, model_rpm_limit: { "gpt-4o": 1, other: 2 } });
  const tooLow = new Map([[0, { max_budget: Number.NaN }]]);
  expect(pendingSteps([{ do: "raise-budget", needed: 6 }], row, tooLow, now)).toMatchObject([{ isFaulty: true }]);
});

test("an extended key ends a second after the extension is taken back", () => {
  expect(takenBack({ ...row, expires: "2025-12-31T00:00:00Z" }, { duration: "30d" })).toEqual({ duration: "1s" });
});

const step =
  (log: string[], name: string, failing: "make" | "take back" | "never" = "never") =>
  async () => {
    if (failing === "make") throw new Error(`${name} was refused.`);
    log.push(name);
    return {
      nodes: [],
      async takeBack() {
        if (failing === "take back") throw new Error(`${name} stays.`);
        log.push(`not ${name}`);
      },
    };
  };

test("changes are made in order and taken back in the opposite one, also when one of them fails", async () => {
  const log: string[] = [];
  const { takeBack } = await makeTogether([step(log, "a"), step(log, "b")]);
  await takeBack();
  expect(log.splice(0)).toEqual(["a", "b", "not b", "not a"]);
  await expect(makeTogether([step(log, "a"), step(log, "b", "make")])).rejects.toThrow("b was refused.");
  expect(log).toEqual(["a", "not a"]);
  const half = makeTogether([step(log, "a", "take back"), step(log, "b", "make")]);
  await expect(half).rejects.toThrow(HalfMade);
  await expect(half).rejects.toThrow(
    "One of the changes could not be taken back; look at it on its page. b was refused.",
  );
});

test("the card says how many changes it saves", () => {
  expect([togetherTitle(2), togetherTitle(9), saveLabel(1), saveLabel(2), saveLabel(3)]).toEqual([
    "Two changes are needed together",
    "9 changes are needed together",
    "Save this change",
    "Save both changes",
    "Save all 3 changes",
  ]);
});
