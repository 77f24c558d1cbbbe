import { expect, test } from "vitest";
import { ENTITY_TABLES } from "./entity-tables";

test("a table has every text that can be set of its kind, in an order that spreadsheets know", () => {
  const LIMITS = "max_budget,soft_budget,budget_duration,tpm_limit,rpm_limit,max_parallel_requests";
  const columnsOf = (kind: "team" | "user") => ENTITY_TABLES[kind].map(({ name }) => name).join(",");
  expect(columnsOf("team")).toBe(`team_id,team_alias,organization_id,models,blocked,${LIMITS},spend,created_at`);
  expect(columnsOf("user")).toBe(
    `user_id,user_alias,user_email,user_role,models,blocked,${LIMITS},teams,spend,created_at`,
  );
});
