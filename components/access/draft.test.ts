import { describe, expect, test } from "vitest";
import type { Configuration } from "./draft";
import { ACCESS_SETTINGS, type AccessSetting, jwtAuth } from "@/lib/config/schema";
import { fieldChanges } from "@/components/shared/changes/field-changes";
import {
  changedSettings,
  changedValues,
  checkDraft,
  effectiveAccess,
  findingsAt,
  originOf,
  savedOverrides,
} from "./draft";

const defaults: Partial<Record<AccessSetting, unknown>> = {
  role_mappings: [],
  role_permissions: [],
  scope_mappings: [],
  enforce_rbac: false,
  enforce_scope_based_access: false,
  enforce_team_based_model_access: false,
  admin_allowed_routes: ["management_routes"],
  team_allowed_routes: ["openai_routes"],
};

function configuration(
  given: Partial<Record<AccessSetting, { value: unknown; source: "file" | "revision" }>> = {},
): Configuration {
  const settings = Object.fromEntries(
    ACCESS_SETTINGS.map((name) => {
      const inFile = defaults[name] ?? null;
      return [name, { source: "default", value: inFile, file_value: inFile, ...given[name] }];
    }),
  ) as Configuration["settings"];
  return {
    generation: 1,
    revision: null,
    settings,
    custom_validate: null,
    models: ["gpt-4o", "openai/*"],
    findings: [],
    retention: { call_days: null, hourly_days: 90, daily_days: null, decision_days: 14 },
    login: { master_key: true, providers: [], session_max_hours: 8, session_idle_minutes: null },
  };
}

test("a draft begins with what the revision overrides; the other values are the file's", () => {
  const current = configuration({ enforce_rbac: { value: true, source: "revision" } });
  expect(savedOverrides(current)).toEqual({ enforce_rbac: true });
  expect(effectiveAccess({ enforce_rbac: true }, current)).toMatchObject({
    enforce_rbac: true,
    team_allowed_routes: ["openai_routes"],
  });
});

describe("a comparison of overrides shows what changes", () => {
  const four = ["a", "b", "c"].map((role) => ({ role, internal_role: "internal_user" as const }));
  const added = { role: "d", internal_role: "internal_user" as const };
  const current = configuration({ role_mappings: { value: four, source: "file" } });
  current.settings["role_mappings"] = { source: "file", value: four, file_value: four };
  const changes = (before: Parameters<typeof changedValues>[0], after: Parameters<typeof changedValues>[1]) => {
    const values = changedValues(before, after, current);
    return fieldChanges(values.before, values.after);
  };
  test("a row that is added to rows of the file is one change", () => {
    expect(changes({}, { role_mappings: [...four, added] })).toEqual([
      { path: "role_mappings", removed: [], added: ["role: d · internal_role: internal_user"] },
    ]);
  });
  test("a setting that goes back to the file differs from the file alone", () => {
    expect(changes({ role_mappings: [...four, added], enforce_rbac: true }, {})).toEqual([
      { path: "enforce_rbac", removed: ["true"], added: ["false"] },
      { path: "role_mappings", removed: ["role: d · internal_role: internal_user"], added: [] },
    ]);
  });
  test("a setting that is overridden with the file's value changes nothing", () => {
    expect(changes({}, { role_mappings: four, enforce_rbac: false })).toEqual([]);
  });
});

describe("a setting's value comes from", () => {
  const current = configuration({
    enforce_rbac: { value: true, source: "revision" },
    roles_jwt_field: { value: "roles", source: "file" },
  });
  test.each([
    ["enforce_rbac", "revision"],
    ["roles_jwt_field", "file"],
    ["scope_mappings", "default"],
  ] as const)("the value of %s comes from: %s", (setting, origin) =>
    expect(originOf(setting, savedOverrides(current), current)).toBe(origin),
  );
  test("a setting's value comes from an edit until it is saved, a reset to the file included", () => {
    expect(originOf("enforce_rbac", {}, current)).toBe("unsaved");
    expect(originOf("scope_mappings", { enforce_rbac: true, scope_mappings: [] }, current)).toBe("unsaved");
  });
});

test("the changed settings are those with different overrides", () => {
  expect(changedSettings({ enforce_rbac: true }, { enforce_rbac: true, role_mappings: [] })).toEqual(["role_mappings"]);
});

describe("a draft is checked as the server checks it", () => {
  test("a wildcard in a scope mapping of a draft is an error at its field", () => {
    const findings = checkDraft(
      { scope_mappings: [{ scope: "chat", models: ["gpt-4o", "openai/*"] }] },
      configuration(),
    );
    expect(findingsAt(findings, "scope_mappings.0.models.1")).toMatchObject([{ severity: "error", number: "C023" }]);
    expect(findingsAt(findings, "scope_mappings.0.models.0")).toEqual([]);
  });
  test("a model in a draft that no entry serves is a warning", () => {
    const findings = checkDraft(
      { scope_mappings: [{ scope: "chat", models: ["gpt-5o"] }], enforce_scope_based_access: true },
      configuration(),
    );
    expect(findings).toMatchObject([{ severity: "warning", number: "C033", path: "scope_mappings.0.models.0" }]);
  });
});

/** The settings that only the file can have, and why. */
const ONLY_IN_THE_FILE = {
  custom_validate: "It names code that the gateway runs: whoever writes it has the machine, and not only the console.",
};

test("every setting of gateway_jwtauth is edited in the console, but for what only the file may say", () => {
  const inConsole: readonly string[] = ACCESS_SETTINGS;
  const rest = Object.keys(jwtAuth.shape).filter((name) => !inConsole.includes(name));
  expect(rest).toEqual(Object.keys(ONLY_IN_THE_FILE));
});
