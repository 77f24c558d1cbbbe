"use client";
import type { Configuration } from "./draft";
import { ClaimInput } from "@/components/claims/claim-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Card, CardHeader } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import type { AccessSetting } from "@/lib/config/schema";
import { effectiveAccess, findingsAt, originOf, type EffectiveAccess } from "./draft";
import { FindingLines } from "./finding-lines";
import { GroupMappings } from "./group-mappings";
import { PolicyTests } from "./policy-tests";
import { RoleMappings } from "./role-mappings";
import { SaveBar } from "./save-bar";
import { ScopeMappings } from "./scope-mappings";
import { SettingOriginBadge } from "./setting-heading";
import { useAccessDraft } from "./use-access-draft";

const SWITCHES = [
  [
    "enforce_rbac",
    "Only teams, users and the proxy admin may call. A token is one of them by the ids it names, or by a mapped role.",
  ],
  ["enforce_scope_based_access", "A model may be called only if one of the token's scopes allows it."],
  ["enforce_team_based_model_access", "A user may call a model only if one of the token's groups may call it."],
] as const satisfies readonly (readonly [AccessSetting, string])[];

const TEXTS = [
  ["roles_jwt_field", "The claim with the list of roles. Dots go into objects, as in realm_access.roles.", ClaimInput],
  [
    "object_id_jwt_field",
    "The claim with the id of a user or a team, depending on the role. Leave empty if each has its own claim.",
    ClaimInput,
  ],
  [
    "team_id_default",
    "Id of the team that pays for calls whose token names no team. Leave empty if no team should.",
    Input,
  ],
] as const satisfies readonly (readonly [AccessSetting, string, typeof Input])[];

const ROUTE_LISTS = [
  ["admin_allowed_routes", "Routes for administrators"],
  ["team_allowed_routes", "Routes for teams"],
] as const satisfies readonly (readonly [AccessSetting, string])[];

export function AccessEditor({ configuration }: { configuration: Configuration }) {
  const draft = useAccessDraft(configuration);
  const access = effectiveAccess(draft.overrides, configuration);
  const badge = (setting: AccessSetting) => (
    <SettingOriginBadge
      setting={setting}
      origin={originOf(setting, draft.overrides, configuration)}
      overridden={setting in draft.overrides}
      onReset={draft.reset}
    />
  );
  return (
    <div className="space-y-5">
      <Card>
        <CardHeader title="Enforcement" />
        <div className="grid gap-4 p-4">
          {SWITCHES.map(([setting, hint]) => (
            <Switch
              key={setting}
              label={setting}
              hint={hint}
              badge={badge(setting)}
              checked={access[setting]}
              onChange={(on) => draft.set(setting, on)}
            />
          ))}
        </div>
      </Card>
      <RoleMappings
        mappings={access.role_mappings}
        models={configuration.models}
        findings={draft.findings}
        badge={badge("role_mappings")}
        onChange={(mappings) => draft.set("role_mappings", mappings)}
      />
      <GroupMappings
        mappings={access.group_mappings}
        findings={draft.findings}
        badge={badge("group_mappings")}
        onChange={(mappings) => draft.set("group_mappings", mappings)}
      />
      <ScopeMappings
        mappings={access.scope_mappings}
        models={configuration.models}
        findings={draft.findings}
        badge={badge("scope_mappings")}
        onChange={(mappings) => draft.set("scope_mappings", mappings)}
      />
      <Card>
        <CardHeader title="Claims, routes and default team" />
        <div className="grid gap-x-6 gap-y-4 p-4 lg:grid-cols-2">
          {TEXTS.map(([setting, hint, TextInput]) => (
            <div key={setting}>
              <Field
                label={<Labelled name={setting} badge={badge(setting)} />}
                hint={isPath(access[setting]) ? hint : `${hint} Only the file and the API can change a list or parts.`}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    className="font-mono"
                    readOnly={!isPath(access[setting])}
                    value={writtenClaim(access[setting])}
                    onChange={({ target: { value } }) =>
                      // While the file has a value, an empty field stays empty: its value must not come back while typing.
                      value === "" && !configuration.settings[setting]?.file_value
                        ? draft.reset(setting)
                        : draft.set(setting, value)
                    }
                  />
                )}
              </Field>
              <FindingLines findings={findingsAt(draft.findings, setting)} />
            </div>
          ))}
          {ROUTE_LISTS.map(([setting, label]) => (
            <div key={setting}>
              <Field
                label={<Labelled name={setting} badge={badge(setting)} />}
                hint={`${label}: paths, * patterns or family names.`}
              >
                {(control) => (
                  <NamePicker
                    id={control.id}
                    describedBy={control["aria-describedby"]}
                    values={access[setting]}
                    known={ROUTE_FAMILIES}
                    onChange={(routes) => draft.set(setting, routes)}
                    placeholder="No routes"
                  />
                )}
              </Field>
              <FindingLines findings={findingsAt(draft.findings, setting)} />
            </div>
          ))}
        </div>
      </Card>
      <PolicyTests
        tests={access.policy_tests}
        results={draft.results}
        findings={draft.findings}
        badge={badge("policy_tests")}
        onChange={(tests) => draft.set("policy_tests", tests)}
      />
      <SaveBar draft={draft} />
    </div>
  );
}

type Claim = EffectiveAccess[(typeof TEXTS)[number][0]];

function isPath(claim: Claim): boolean {
  return claim === undefined || typeof claim === "string";
}

/** A claim as the file could have it: JSON is YAML. */
function writtenClaim(claim: Claim): string {
  if (claim === undefined) return "";
  return typeof claim === "string" ? claim : JSON.stringify(claim);
}

function Labelled({ name, badge }: { name: string; badge: React.ReactNode }) {
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-2">
      <span className="font-mono text-[12.5px]">{name}</span>
      {badge}
    </span>
  );
}
