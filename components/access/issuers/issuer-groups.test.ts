import { describe, expect, test } from "vitest";
import { type IssuerEntry, issuerEntry } from "@/lib/config/schema";
import { canUnset, ISSUER_GROUPS } from "./issuer-groups";

/** Fields with a form of their own. */
const OWN_FORMS = [
  ...["audience", "required_claims", "service_accounts", "microsoft_graph", "introspection", "userinfo"],
  ...["role_mappings", "role_permissions", "group_mappings", "scope_mappings", "key_generation_settings"],
];
/** Fields that the page must not offer, because they name code that the gateway runs. */
const ONLY_IN_THE_FILE = ["custom_validate"];

describe("the form of an issuer", () => {
  test("has every field of an entry once, but for what only the file may say", () => {
    const plain: readonly string[] = Object.values(ISSUER_GROUPS).flatMap((group) => group.map(({ name }) => name));
    const all = [...plain, ...OWN_FORMS, ...ONLY_IN_THE_FILE];
    expect(all.toSorted()).toEqual(Object.keys(issuerEntry.shape).toSorted());
  });

  test.each<[name: keyof IssuerEntry, can: boolean]>([
    ["team_id_jwt_field", true],
    ["admin_jwt_role", true],
    ["algorithms", true],
    ["clock_skew_seconds", true],
    ["issuer", false],
    ["id_prefix", false],
    ["allow_admin", false],
    ["user_id_upsert", false],
  ])("lets %s be unset: %s", (name, can) => {
    expect(canUnset(name)).toBe(can);
  });
});
