import fc from "fast-check";
import { expect, test } from "vitest";
import {
  buttonOf,
  doneText,
  draftOf,
  patchOf,
  raisedBudget,
  isEnough,
  isRaise,
  type LimitName,
  type RepairedRow,
  sharedBy,
  type Step,
} from "./entity-step";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const row: RepairedRow = {
  models: ["house", "openai/*"],
  allowed_routes: ["/chat/completions"],
  blocked: true,
  max_budget: 10,
  expires: "2026-06-01T00:00:00Z",
  rpm_limit: 5,
  tpm_limit: null,
  max_parallel_requests: 2,
  model_rpm_limit: { "openai/*": 3, other: 1 },
  user_role: null,
  role: "user",
};

const limit = (name: LimitName, needed: number, model: string | null = null): Step => ({
  do: "raise-limit",
  limit: name,
  model,
  needed,
});

test.each<[string, Step, Partial<RepairedRow>, object | undefined]>([
  [
    "a hosted tool is added",
    { do: "grant-hosted-tools", tools: ["web_search", "code_interpreter"] },
    { hosted_tools: ["web_*"] },
    { hosted_tools: ["web_*", "code_interpreter"] },
  ],
  [
    "nothing restricts hosted tools by now",
    { do: "grant-hosted-tools", tools: ["x"] },
    { hosted_tools: null },
    undefined,
  ],
  ["a model is added", { do: "grant-model", model: "m" }, {}, { models: ["house", "openai/*", "m"] }],
  ["a pattern allows the model by now", { do: "grant-model", model: "openai/gpt-4o" }, {}, undefined],
  ["an empty list allows every model", { do: "grant-model", model: "m" }, { models: [] }, undefined],
  [
    "a route is added",
    { do: "grant-route", route: "/embeddings" },
    {},
    { allowed_routes: ["/chat/completions", "/embeddings"] },
  ],
  ["a route that is allowed by now", { do: "grant-route", route: "/chat/completions" }, {}, undefined],
  [
    "a tool's server is added",
    { do: "grant-tool", server: "b", tool: "read", tier: "read" },
    { object_permission: { mcp_servers: ["a"], mcp_max_tier: "read" } },
    { object_permission: { mcp_servers: ["a", "b"], mcp_max_tier: "read" } },
  ],
  [
    "a tool that changes things lifts the tier",
    { do: "grant-tool", server: "a", tool: "write" },
    { object_permission: { mcp_servers: ["a"], mcp_max_tier: "read" } },
    { object_permission: { mcp_servers: ["a"] } },
  ],
  [
    "a tool is added to those of its server",
    { do: "grant-tool", server: "a", tool: "second" },
    { object_permission: { mcp_tool_permissions: { a: ["first"] } } },
    { object_permission: { mcp_tool_permissions: { a: ["first", "second"] } } },
  ],
  [
    "a server that is open by now",
    { do: "grant-tool", server: "a", tool: "read", tier: "read" },
    { object_permission: { mcp_servers: ["a"], mcp_max_tier: "read" } },
    undefined,
  ],
  ["a block ends", { do: "unblock" }, {}, { blocked: false }],
  ["no block is left", { do: "unblock" }, { blocked: false }, undefined],
  ["an expired key is valid again", { do: "renew" }, {}, { duration: "30d" }],
  ["a key that is valid by now", { do: "renew" }, { expires: "2026-07-01T00:00:00Z" }, undefined],
  ["a key that never ends", { do: "renew" }, { expires: null }, undefined],
  ["a budget is raised above what is spent", { do: "raise-budget", needed: 12.34 }, {}, { max_budget: 15 }],
  ["a budget that is used up to the cent", { do: "raise-budget", needed: 10 }, {}, { max_budget: 12 }],
  ["a budget with room by now", { do: "raise-budget", needed: 9 }, {}, undefined],
  ["no budget is left", { do: "raise-budget", needed: 9 }, { max_budget: null }, undefined],
  ["a limit is raised to a whole number", limit("rpm_limit", 6), {}, { rpm_limit: 8 }],
  ["a limit with room by now", limit("rpm_limit", 5), {}, undefined],
  ["no limit is left", limit("tpm_limit", 100), {}, undefined],
  ["parallel calls", limit("max_parallel_requests", 3), {}, { max_parallel_requests: 4 }],
  [
    "the limit for one model, and those for others stay",
    limit("rpm_limit", 4, "openai/*"),
    {},
    { model_rpm_limit: { "openai/*": 5, other: 1 } },
  ],
  ["the limit for a model that has none by now", limit("rpm_limit", 4, "gone"), {}, undefined],
  ["a user may look", { do: "make-viewer" }, {}, { user_role: "proxy_admin_viewer" }],
  ["a viewer by now", { do: "make-viewer" }, { user_role: "proxy_admin_viewer" }, undefined],
  ["a member administers", { do: "make-team-administrator" }, {}, { role: "admin" }],
  ["an administrator of the team by now", { do: "make-team-administrator" }, { role: "admin" }, undefined],
])("a repair changes a row as little as it needs: %s", (_, step, changed, patch) => {
  expect(patchOf(step, { ...row, ...changed }, NOW)).toEqual(patch);
});

test("a step that was taken leaves nothing to do", () => {
  const models = fc.array(fc.string(), { minLength: 1 });
  fc.assert(
    fc.property(
      models,
      fc.string({ minLength: 1 }),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      (before, model, needed) => {
        const steps: Step[] = [
          ...([{ do: "grant-model", model }, { do: "unblock" }, { do: "raise-budget", needed }] as const),
          limit("rpm_limit", Math.ceil(needed)),
          limit("rpm_limit", Math.ceil(needed), "openai/*"),
        ];
        for (const step of steps) {
          const current = { ...row, models: before };
          expect(patchOf(step, { ...current, ...patchOf(step, current, NOW) }, NOW)).toBeUndefined();
        }
      },
    ),
  );
});

test.each([
  [0, 0.01],
  [0.05, 0.06],
  [50, 60],
  [101, 130],
  [12_345, 15_000],
])("a budget of which $%d are needed is raised to the round sum of $%d", (needed, raised) => {
  expect(raisedBudget(needed)).toBe(raised);
});

test.each([
  ["team", { models: ["m"] }, { teams: [{ team_id: "i", models: ["m"] }] }],
  ["user", { models: ["m"] }, { users: [{ user_id: "i", models: ["m"] }] }],
  ["organization", { blocked: false }, { organizations: [{ organization_id: "i", blocked: false }] }],
  ["key", { duration: "30d" }, { keys: [{ key: "i", duration: "30d" }] }],
  ["key", { max_budget: 5 }, undefined],
  ["key", { rpm_limit: 5 }, undefined],
  ["user", { user_role: "proxy_admin_viewer" }, undefined],
  ["end_user", { blocked: false }, undefined],
  ["member", { max_budget: 5 }, undefined],
] as const)(
  "the change of a %s is tried on recorded traffic as far as that tells anything: %j",
  (kind, patch, draft) => {
    expect(draftOf(kind, "i", patch as never)).toEqual(draft);
  },
);

test("a button says what it does, a notice what was done, and a note who else gains", () => {
  const model: Step = { do: "grant-model", model: "m" };
  expect(buttonOf(model, "organization")).toBe("Add m to the organisation");
  expect(doneText({ do: "raise-budget", needed: 1 }, "t", { max_budget: 2 })).toBe("The budget of t is $2.00");
  expect(doneText(limit("rpm_limit", 4, "openai/*"), "k", { model_rpm_limit: { "openai/*": 5000 } })).toBe(
    "The limit of k is 5,000 requests a minute",
  );
  expect(sharedBy(limit("max_parallel_requests", 4), "model")).toBe("Everybody who calls the model shares the limit.");
  expect([sharedBy(model, "team"), sharedBy(model, "key"), sharedBy({ do: "unblock" }, "team")]).toEqual([
    "Everybody of the team gains the model.",
    undefined,
    undefined,
  ]);
});

test.each([
  [limit("rpm_limit", 6), [6, 7], [5, 6.5, Number.NaN]],
  [{ do: "raise-budget", needed: 6 } as const, [6.01], [6, Number.NaN]],
])("an amount is enough if it lets in one more call: %j", (step, enough, tooLittle) => {
  if (!isRaise(step)) throw new Error("not a raise");
  expect([...enough, ...tooLittle].filter((amount) => isEnough(step, amount))).toEqual(enough);
});
