import { describe, expect, test } from "vitest";
import type { SettingGroup } from "@/lib/config/access-settings/setting";
import { type IssuerEntry, issuerEntry } from "@/lib/config/schema";
import { canUnset, issuerFields } from "./issuer-fields";

/** Fields that the page must not offer, because they name code that the gateway runs. */
const ONLY_IN_THE_FILE = ["custom_validate"];

const GROUPS: readonly SettingGroup[] = [
  ...([
    "identity",
    "enforcement",
    "tables",
    "claims",
    "audience",
    "keys",
    "groups",
    "opaque",
    "tools",
    "people",
    "rights",
  ] as const),
];

describe("the form of an issuer", () => {
  test("has every field of an entry once, but for what only the file may say", () => {
    const shown = GROUPS.flatMap((group) => [...issuerFields(group), ...issuerFields(group, true)]);
    const all = [...shown.map(({ name }) => name), ...ONLY_IN_THE_FILE];
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
