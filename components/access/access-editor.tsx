"use client";
import { Card, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/field";
import type { AccessSetting } from "@/lib/config/schema";
import { type Configuration, effectiveAccess, findingsAt, originOf } from "./draft";
import { FindingLines } from "./finding-lines";
import { GroupMappings } from "./group-mappings";
import { draftedIssuers, issuerDrafts } from "./issuers/issuer-draft";
import { Issuers } from "./issuers/issuers";
import { TokenProof } from "./issuers/token-proof";
import { KeyGeneration } from "./key-generation";
import { PolicyTests } from "./policy-tests/policy-tests";
import { RoleMappings } from "./role-mappings";
import { RolePermissions } from "./role-permissions";
import { SaveBar } from "./save-bar";
import { ScopeMappings } from "./scope-mappings";
import { ClaimSetting, RouteSetting, SwitchSetting, TextSetting } from "./setting-fields";
import { SettingOriginBadge } from "./setting-heading";
import { useAccessDraft } from "./use-access-draft";

const ENFORCEMENT = [
  [
    "enforce_rbac",
    "Only teams, users and the proxy admin may call. A token is one of them by the ids it names, or by a mapped role.",
  ],
  ["enforce_scope_based_access", "A model may be called only if one of the token's scopes allows it."],
  ["enforce_team_based_model_access", "A user may call a model only if one of the token's groups may call it."],
] as const;

const CLAIMS = [
  ["team_id_jwt_field", "The claim with the team's id. Leave empty to take client_id, if it names a team."],
  ["team_ids_jwt_field", "The claim with the list of the user's teams or groups."],
  ["team_alias_jwt_field", "The claim with a team's alias, where the token names no team by id."],
  ["user_id_jwt_field", "The claim with the user's id."],
  ["user_email_jwt_field", "The claim with the user's e-mail address."],
  ["roles_jwt_field", "The claim with the list of roles. Dots go into objects, as in realm_access.roles."],
  [
    "object_id_jwt_field",
    "The claim with the id of a user or a team, depending on the role. Leave empty if each has its own claim.",
  ],
  ["scope_jwt_field", "The claim with the scopes. Leave empty for scope and scp."],
  ["org_id_jwt_field", "The claim with the organisation's id."],
  ["end_user_id_jwt_field", "The claim with the end user's id."],
] as const;

const PEOPLE_TEXTS = [
  ["user_allowed_email_domain", "Only people with an e-mail address in this domain may call. Leave empty for all."],
  ["team_id_default", "Id of the team that pays for calls whose token names no team. Leave empty if no team should."],
] as const;

const PEOPLE = [
  ["email_verified_required", "An e-mail address counts only in a token whose email_verified is true."],
  ["user_id_upsert", "Creates a user whose id is not in the database yet."],
  ["team_id_upsert", "Creates a team whose id is not in the database yet."],
  ["sync_user_teams", "A user's memberships follow the groups of the token. The user also leaves teams."],
] as const;

const ADMINISTRATORS = [
  ["admin_jwt_scope", "The scope that makes an administrator. Leave empty for gateway_proxy_admin."],
  ["admin_jwt_role", "A role that the token must carry as well. Leave empty if the scope is enough."],
  ["admin_viewer_jwt_scope", "The scope that lets the caller read what administrators read. Leave empty for none."],
] as const;

const ROUTE_LISTS = [
  ["admin_allowed_routes", "Routes for administrators"],
  ["team_admin_allowed_routes", "Routes for the administrators of teams, for their own team"],
  ["team_allowed_routes", "Routes for teams"],
] as const;

/** The rules of Access as one draft, with the findings about it and the bar that saves it. */
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
  const shared = { draft, access, configuration, badge };
  return (
    <div className="space-y-5">
      <Card>
        <CardHeader title="Enforcement" />
        <div className="grid gap-4 p-4">
          {ENFORCEMENT.map(([setting, hint]) => (
            <SwitchSetting key={setting} setting={setting} hint={hint} {...shared} />
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
      <RolePermissions
        permissions={access.role_permissions}
        models={configuration.models}
        findings={draft.findings}
        badge={badge("role_permissions")}
        onChange={(permissions) => draft.set("role_permissions", permissions)}
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
        <CardHeader
          title="Claims"
          description="Which claim of a token says what. Fields offer the claims that tokens had lately."
        />
        <div className="grid gap-x-6 gap-y-4 p-4 lg:grid-cols-2">
          {CLAIMS.map(([setting, hint]) => (
            <ClaimSetting key={setting} setting={setting} hint={hint} {...shared} />
          ))}
        </div>
      </Card>
      <TokenProof {...shared} />
      <Issuers
        // The gateway sends marks in place of secrets, in entries of the file as in those of a revision.
        issuers={issuerDrafts(draft.overrides.issuers ?? configuration.settings["issuers"]?.file_value)}
        saved={new Set(issuerDrafts(configuration.settings["issuers"]?.value).map(({ issuer }) => String(issuer)))}
        models={configuration.models}
        findings={draft.findings}
        badge={badge("issuers")}
        onChange={(issuers) => draft.set("issuers", draftedIssuers(issuers))}
      />
      <Card>
        <CardHeader title="Users and teams" />
        <div className="grid gap-x-6 gap-y-4 p-4 lg:grid-cols-2">
          {PEOPLE_TEXTS.map(([setting, hint]) => (
            <TextSetting key={setting} setting={setting} hint={hint} input={Input} {...shared} />
          ))}
          {PEOPLE.map(([setting, hint]) => (
            <SwitchSetting key={setting} setting={setting} hint={hint} {...shared} />
          ))}
        </div>
      </Card>
      <Card>
        <CardHeader title="Administrators and routes" />
        <div className="grid gap-x-6 gap-y-4 p-4 lg:grid-cols-2">
          {ADMINISTRATORS.map(([setting, hint]) => (
            <TextSetting key={setting} setting={setting} hint={hint} input={Input} {...shared} />
          ))}
          {ROUTE_LISTS.map(([setting, label]) => (
            <RouteSetting key={setting} setting={setting} label={label} {...shared} />
          ))}
          <div>
            <KeyGeneration
              badge={badge("key_generation_settings")}
              value={access.key_generation_settings}
              unset="Whoever the route lists let"
              onChange={(settings) =>
                settings === undefined
                  ? draft.reset("key_generation_settings")
                  : draft.set("key_generation_settings", settings)
              }
            />
            <FindingLines findings={findingsAt(draft.findings, "key_generation_settings")} />
          </div>
          <div>
            <h3 className="flex min-h-6 items-center font-mono text-note font-medium">custom_validate</h3>
            <p className="mt-1 font-mono text-note break-all">{configuration.custom_validate ?? "–"}</p>
            <p className="mt-1 text-note text-ink-faint">
              A function of the operator that has the last word about a token. Only config.yaml can name it.
            </p>
          </div>
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
