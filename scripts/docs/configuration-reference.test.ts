import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderConfigurationReference } from "./configuration-reference";
import { configFile } from "../../lib/config/schema";
import { knownKeys } from "../../lib/settings/schema-walk";

test("docs/reference/configuration.md is what the schema says; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/configuration.md", import.meta.url), "utf8");
  expect(written).toBe(renderConfigurationReference());
});

/** Specification 2.1, 2.2 and 2.6. */
const SPECIFIED: Readonly<Record<string, string>> = {
  general_settings: "master_key enable_jwt_auth gateway_jwtauth",
  "general_settings.gateway_jwtauth":
    "admin_jwt_scope admin_allowed_routes team_allowed_routes team_id_jwt_field user_id_jwt_field org_id_jwt_field end_user_id_jwt_field " +
    "team_ids_jwt_field user_id_upsert team_id_upsert enforce_team_based_model_access custom_validate public_key_ttl user_email_jwt_field " +
    "user_allowed_email_domain object_id_jwt_field roles_jwt_field role_mappings role_permissions enforce_rbac scope_mappings enforce_scope_based_access",
  "general_settings.gateway_jwtauth.role_mappings.0": "role internal_role",
  "general_settings.gateway_jwtauth.role_permissions.0": "role models routes",
  "general_settings.gateway_jwtauth.scope_mappings.0": "scope models",
  "model_list.0": "model_name gateway_params",
  "model_list.0.gateway_params": "model api_key api_base api_version",
};

test.each(Object.entries(SPECIFIED))("the schema has every field the specification names in %s", (path, fields) => {
  expect(knownKeys(configFile, path.split("."))).toEqual(expect.arrayContaining(fields.split(" ")));
});

test("every field is told in the section of its object, or in the one that its section names", () => {
  const sections = renderConfigurationReference().split(/^(?=###? )/m);
  const sectionOf = (path: string): string => sections.find((text) => text.startsWith(`### \`${path}\`\n`)) ?? "";
  expect(sectionOf("model_list.gateway_params")).toContain("| `input_cost_per_token` | number |");
  expect(sectionOf("model_list.model_info")).not.toContain("| `input_cost_per_token` | number |");
  expect(sectionOf("model_list.model_info")).toContain("](#model_listgateway_params):");
  expect(sectionOf("credential_list.credential_values")).toContain("](#model_listgateway_params):");
  const leadsToItself = sections.filter((text) => {
    const [, path = ""] = /^### `(.+)`/.exec(text) ?? [];
    const [, parent = ""] = /The fields are those of \[`(.+?)`\]/.exec(text) ?? [];
    return parent !== "" && path.startsWith(`${parent}.`);
  });
  expect(leadsToItself).toEqual([]);
});
