"use client";
import type { ComponentType } from "react";
import { ClaimInput } from "@/components/claims/claim-input";
import { Input } from "@/components/ui/field";
import type { EditedAs, SettingGroup } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import { namesOf } from "@/lib/config/access-settings/setting";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";
import { GroupMappings } from "./group-mappings";
import { RequiredClaims, ServiceAccounts } from "./issuers/claim-rows";
import { draftedGraph } from "./issuers/issuer-draft";
import { MicrosoftGraph } from "./issuers/microsoft-graph";
import { KeyGeneration } from "./key-generation";
import { RoleMappings } from "./role-mappings";
import { RolePermissions } from "./role-permissions";
import { ScopeMappings } from "./scope-mappings";
import {
  ChoiceSetting,
  ClaimSetting,
  isEditedAs,
  NamesSetting,
  NumberSetting,
  RouteSetting,
  type Shared,
  SwitchSetting,
  TextSetting,
} from "./setting-fields";
import { isObject } from "@/lib/is-object";

type Common = keyof typeof COMMON_SETTINGS;

/** The settings of a group that the page shows, each with its field. */
export function SettingGroupInputs({ group, ...shared }: Shared & { group: SettingGroup }) {
  const names = namesOf(COMMON_SETTINGS).filter((name) => COMMON_SETTINGS[name].group === group && shared.shows(name));
  return names.map((name) => <SettingInput key={name} setting={name} {...shared} />);
}

function SettingInput({ setting, ...shared }: Shared & { setting: Common }) {
  if (isEditedAs(setting, "switch")) return <SwitchSetting setting={setting} {...shared} />;
  if (isEditedAs(setting, "expression")) return <ClaimSetting setting={setting} {...shared} />;
  if (isEditedAs(setting, "number")) return <NumberSetting setting={setting} {...shared} />;
  if (isEditedAs(setting, "text")) return <TextSetting setting={setting} input={Input} {...shared} />;
  if (isEditedAs(setting, "claim")) return <TextSetting setting={setting} input={ClaimInput} {...shared} />;
  if (isEditedAs(setting, "routes")) return <RouteSetting setting={setting} {...shared} />;
  if (isEditedAs(setting, "own")) {
    const Own = OWN[setting];
    return <Own {...shared} />;
  }
  const { editor } = COMMON_SETTINGS[setting];
  if ("names" in editor) return <NamesSetting setting={setting} known={editor.names} {...shared} />;
  return <ChoiceSetting setting={setting} choices={editor.choices} {...shared} />;
}

/** The settings that have a form made for them alone. */
const OWN: Readonly<Record<EditedAs<typeof COMMON_SETTINGS, "own">, ComponentType<Shared>>> = {
  role_mappings: ({ draft, access, configuration, badge }) => (
    <RoleMappings
      entries={access.role_mappings}
      models={configuration.models}
      findings={draft.findings}
      badge={badge("role_mappings")}
      onChange={(mappings) => draft.set("role_mappings", mappings)}
    />
  ),
  role_permissions: ({ draft, access, configuration, badge }) => (
    <RolePermissions
      entries={access.role_permissions}
      models={configuration.models}
      findings={draft.findings}
      badge={badge("role_permissions")}
      onChange={(permissions) => draft.set("role_permissions", permissions)}
    />
  ),
  group_mappings: ({ draft, access, badge }) => (
    <GroupMappings
      entries={access.group_mappings}
      findings={draft.findings}
      badge={badge("group_mappings")}
      onChange={(mappings) => draft.set("group_mappings", mappings)}
    />
  ),
  scope_mappings: ({ draft, access, configuration, badge }) => (
    <ScopeMappings
      entries={access.scope_mappings}
      models={configuration.models}
      findings={draft.findings}
      badge={badge("scope_mappings")}
      onChange={(mappings) => draft.set("scope_mappings", mappings)}
    />
  ),
  required_claims: (shared) => (
    <div>
      <RequiredClaims
        badge={shared.badge("required_claims")}
        value={shared.access.required_claims}
        onChange={(required) =>
          Object.keys(required).length === 0 && !isInFile(shared, "required_claims")
            ? shared.draft.reset("required_claims")
            : shared.draft.set("required_claims", required)
        }
      />
      <FindingLines findings={findingsAt(shared.draft.findings, "required_claims")} />
    </div>
  ),
  service_accounts: (shared) => (
    <div>
      <ServiceAccounts
        badge={shared.badge("service_accounts")}
        value={shared.access.service_accounts}
        isCommon
        onChange={(markers) =>
          markers.length === 0 && !isInFile(shared, "service_accounts")
            ? shared.draft.reset("service_accounts")
            : shared.draft.set("service_accounts", markers)
        }
      />
      <FindingLines findings={findingsAt(shared.draft.findings, "service_accounts")} />
    </div>
  ),
  microsoft_graph: ({ draft, access, configuration, badge }) => {
    // The gateway sends a mark in place of the secret, in the file's value as in that of a revision.
    const graph: unknown =
      draft.overrides.microsoft_graph ?? configuration.settings["microsoft_graph"]?.file_value ?? undefined;
    return (
      <div>
        <MicrosoftGraph
          // Each save makes the section again, so that the typed secret becomes the kept one.
          key={configuration.revision?.id}
          entry={{ group_overage: access.group_overage, microsoft_graph: graph }}
          badge={badge("microsoft_graph")}
          onChange={({ microsoft_graph: changed }) =>
            isObject(changed)
              ? draft.set("microsoft_graph", draftedGraph(changed, graph))
              : draft.reset("microsoft_graph")
          }
        />
        <FindingLines findings={findingsAt(draft.findings, "microsoft_graph")} />
      </div>
    );
  },
  key_generation_settings: ({ draft, access, badge }) => (
    <div>
      <KeyGeneration
        badge={badge("key_generation_settings")}
        value={access.key_generation_settings}
        unset="Everyone the route lists allow"
        onChange={(settings) =>
          settings === undefined
            ? draft.reset("key_generation_settings")
            : draft.set("key_generation_settings", settings)
        }
      />
      <FindingLines findings={findingsAt(draft.findings, "key_generation_settings")} />
    </div>
  ),
};

/** Whether the file has a value, which an empty one then overrides. */
function isInFile({ configuration }: Shared, setting: "required_claims" | "service_accounts"): boolean {
  return Object.keys(configuration.settings[setting]?.file_value ?? {}).length > 0;
}
