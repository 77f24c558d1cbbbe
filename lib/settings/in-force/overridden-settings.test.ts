import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { accessOverrides } from "@/lib/config/schema";
import { parseConfig } from "../parse";
import { overriddenSettings } from "./overridden-settings";

function overridden(yaml: string, overrides: unknown) {
  const parsed = parseConfig(yaml, "config.yaml", { environment: readEnvironment({}), isKnownProvider: () => true });
  if (!parsed.file) throw new Error(JSON.stringify(parsed.findings));
  const { findings, told } = overriddenSettings({ ...parsed, file: parsed.file }, accessOverrides.parse(overrides), 7);
  return { told, said: findings.map(({ number, line, path }) => `${number} ${line} ${path}`) };
}

const permissions = (model: string) => ({ role_permissions: [{ role: "team", models: [model] }] });

test.each([
  [
    "another value",
    "gateway_jwtauth:\n  enforce_rbac: true",
    { enforce_rbac: false },
    ["C201 2 gateway_jwtauth.enforce_rbac"],
  ],
  ["the same value", "gateway_jwtauth:\n  enforce_rbac: true", { enforce_rbac: true }, []],
  ["a setting that the file leaves out", "gateway_jwtauth:\n  enforce_rbac: true", { team_id_upsert: true }, []],
  [
    "role_permissions in general_settings",
    "general_settings:\n  role_permissions: [{role: team, models: [a]}]",
    permissions("b"),
    ["C201 2 general_settings.role_permissions"],
  ],
  [
    "the same, with values left at their defaults",
    "general_settings:\n  role_permissions: [{models: [a], role: team}]",
    permissions("a"),
    [],
  ],
])("a revision with %s", (_, yaml, overrides, said) => {
  expect(overridden(yaml, overrides).said).toEqual(said);
});

test("it is told again when the file's value changes, and not when lines around it do", () => {
  const told = (yaml: string) => overridden(yaml, { user_id_jwt_field: "oid" }).told;
  const before = told("gateway_jwtauth: {user_id_jwt_field: sub}");
  expect(told("# moved\ngateway_jwtauth: {user_id_jwt_field: sub, enforce_rbac: true}")).toBe(before);
  expect(told("gateway_jwtauth: {user_id_jwt_field: email}")).not.toBe(before);
  expect(told("gateway_jwtauth: {user_id_jwt_field: oid}")).toBe("");
});
