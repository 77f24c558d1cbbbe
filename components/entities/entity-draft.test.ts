import { expect, test } from "vitest";
import type { EndUser } from "@/lib/wire/end-user";
import type { Team } from "@/lib/wire/team";
import { entityDraftOf, entityFaults, type EntityFieldName, entityFieldsOf, isFaulty } from "./entity-draft";
import { type EntityKindName, KINDS } from "./kinds";

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
  object_permission: null,
  hosted_tools: [],
  log_content: true,
  content_retention_days: 7,
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
const endUser: EndUser = {
  object_permission: null,
  user_id: "reader",
  alias: "Grace",
  blocked: true,
  ...noLimits,
  metadata: {},
  spend: 0,
  ...times,
};

/** The fields that the form of each kind changes. */
const FIELDS: Readonly<Record<EntityKindName, readonly EntityFieldName[]>> = {
  team: ["alias", "organization", "models", "hostedTools", "content", "limits", "modelLimits"],
  user: ["alias", "email", "role", "models", "limits"],
  organization: ["alias", "models", "limits"],
  customer: ["alias", "limits"],
};

test("an untouched form sends what the row already holds", () => {
  const fields = entityFieldsOf(KINDS.team, FIELDS.team, entityDraftOf(KINDS.team, team));
  expect(team).toMatchObject(fields);
});

test("a form sends only the fields of its kind, under the names of that kind", () => {
  const draft = { ...entityDraftOf(KINDS.customer, endUser), alias: " Grace Example " };
  expect(entityFieldsOf(KINDS.customer, ["alias", "blocked"], draft)).toEqual({ alias: "Grace Example" });
  expect(entityFieldsOf(KINDS.customer, ["alias", "blocked"], { ...draft, alias: "", blocked: true })).toEqual({
    alias: null,
    blocked: true,
  });
});

test.each(Object.values(KINDS))(
  "the contracts of the kind $name accept what its dialogs send",
  ({ name, contracts, ...kind }) => {
    const fields = entityFieldsOf(kind, FIELDS[name], {
      ...entityDraftOf(KINDS.customer),
      alias: "A",
      models: ["gpt-4o"],
    });
    const id = { [kind.idField]: "alpha" };
    const sent = [
      [contracts.new, { ...id, ...fields }],
      [contracts.update, { ...id, ...fields }],
      [contracts.info, id],
      [contracts.list, { search: "", blocked: "true", page: 1, size: 25, ...kind.listed }],
      [contracts.block, { ...id, ...(kind.blocking.cutsStreams && { cut_streams: true }) }],
      [contracts.unblock, id],
      [contracts.delete, { [kind.idsField]: ["alpha"], ...(kind.deletion.takesKeys && { cascade: true }) }],
    ] as const;
    for (const [contract, input] of sent) expect(contract.input.safeParse(input).error, contract.path).toBeUndefined();
  },
);

test("a fault in a limit, or in the limit of a model, makes the form faulty", () => {
  const draft = entityDraftOf(KINDS.team, team);
  expect(isFaulty(entityFaults(draft))).toBe(false);
  expect(isFaulty(entityFaults({ ...draft, limits: { ...draft.limits, rpm_limit: "ten" } }))).toBe(true);
  expect(isFaulty(entityFaults({ ...draft, modelLimits: [{ model: "gpt-4o", rpm: "one", tpm: "" }] }))).toBe(true);
});
