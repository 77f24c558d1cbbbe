import { expect, test } from "vitest";
import type { Customer } from "@/lib/wire/customer";
import type { Team } from "@/lib/wire/team";
import { entityDraftOf, entityFaults, entityFieldsOf, isFaulty } from "./entity-draft";
import { KINDS } from "./kinds";

const noLimits = {
  max_budget: null,
  soft_budget: null,
  budget_duration: null,
  rpm_limit: null,
  tpm_limit: null,
  max_parallel_requests: null,
};
const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
const team: Team = {
  team_id: "alpha",
  team_alias: null,
  organization_id: "research",
  models: ["gpt-4o"],
  blocked: false,
  ...noLimits,
  max_budget: 12.5,
  model_rpm_limit: { "openai/*": 5 },
  model_tpm_limit: {},
  metadata: {},
  members_with_roles: [],
  spend: 0,
  ...times,
};
const endUser: Customer = {
  user_id: "reader",
  alias: "Grace",
  blocked: true,
  ...noLimits,
  metadata: {},
  spend: 0,
  ...times,
};

test("a form that nobody has touched sends what the row already holds", () => {
  const fields = entityFieldsOf(
    KINDS.team,
    ["alias", "organization", "models", "limits", "modelLimits"],
    entityDraftOf(KINDS.team, team),
  );
  expect(team).toMatchObject(fields);
});

test("a form sends only the fields that its kind shows, under the names that the kind has for them", () => {
  const draft = { ...entityDraftOf(KINDS.customer, endUser), alias: " Grace Example " };
  expect(entityFieldsOf(KINDS.customer, ["alias", "blocked"], draft)).toEqual({ alias: "Grace Example" });
  expect(entityFieldsOf(KINDS.customer, ["alias", "blocked"], { ...draft, alias: "", blocked: true })).toEqual({
    alias: null,
    blocked: true,
  });
});

test("a form with a fault in a limit or in the limit of a model is faulty", () => {
  const draft = entityDraftOf(KINDS.team, team);
  expect(isFaulty(entityFaults(draft))).toBe(false);
  expect(isFaulty(entityFaults({ ...draft, limits: { ...draft.limits, rpm_limit: "ten" } }))).toBe(true);
  expect(isFaulty(entityFaults({ ...draft, modelLimits: [{ model: "gpt-4o", rpm: "one", tpm: "" }] }))).toBe(true);
});
