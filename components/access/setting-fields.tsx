"use client";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { ClaimExpressionInput } from "@/components/claims/claim-expression-input";
import type { ClaimInput } from "@/components/claims/claim-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import type { ClaimField } from "@/lib/auth/claims/identity-claims";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { type Choice as ChoiceOf, type EditedAs, type Editor, hintOf } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import { type AccessOverrides, accessOverrides, type AccessSetting } from "@/lib/config/schema";
import { Choice } from "./choice";
import { type Configuration, type EffectiveAccess, findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";
import { NumberInput } from "./number-input";
import type { useAccessDraft } from "./use-access-draft";

type Common = keyof typeof COMMON_SETTINGS;
type Named<Edited extends Editor> = EditedAs<typeof COMMON_SETTINGS, Edited>;

/** Whether a setting that holds for all issuers is edited in a way. */
export function isEditedAs<const Edited extends Editor>(name: string, editor: Edited): name is Named<Edited> {
  const rows: Readonly<Record<string, { readonly editor: Editor }>> = COMMON_SETTINGS;
  return rows[name]?.editor === editor;
}

export interface Shared {
  draft: Pick<ReturnType<typeof useAccessDraft>, "set" | "put" | "reset" | "findings" | "overrides">;
  access: EffectiveAccess;
  configuration: Configuration;
  badge: (setting: AccessSetting) => ReactNode;
  /** Whether the page shows a setting. */
  shows: (setting: AccessSetting) => boolean;
}

/** A setting that is on or off. */
export function SwitchSetting({ setting, draft, access, badge }: Shared & { setting: Named<"switch"> }) {
  return (
    <div>
      <Switch
        label={setting}
        hint={hintOf(COMMON_SETTINGS[setting], true)}
        badge={badge(setting)}
        checked={access[setting] ?? false}
        onChange={(on) => draft.set(setting, on)}
      />
      <FindingLines findings={findingsAt(draft.findings, setting)} />
    </div>
  );
}

/** The claims that a setting reads. */
export function ClaimSetting({ setting, draft, access, configuration, badge }: Shared & { setting: ClaimField }) {
  return (
    <SettingField {...{ setting, draft, badge }}>
      {(control) => (
        <ClaimExpressionInput
          control={control}
          field={setting}
          // A revision cannot unset a claim of the file, so an emptied field is kept as "" until a path is typed.
          value={access[setting] === "" ? undefined : access[setting]}
          onChange={(expression) =>
            expression === undefined && !configuration.settings[setting]?.file_value
              ? draft.reset(setting)
              : draft.set(setting, (expression ?? "") as AccessOverrides[ClaimField] & string)
          }
        />
      )}
    </SettingField>
  );
}

/** A setting that is a number. An empty field goes back to the file's value. */
export function NumberSetting({ setting, draft, access, badge }: Shared & { setting: Named<"number"> }) {
  return (
    <SettingField {...{ setting, draft, badge }}>
      {(control) => (
        <NumberInput
          {...control}
          value={access[setting]}
          onChange={(value) => (value === undefined ? draft.reset(setting) : draft.set(setting, value))}
        />
      )}
    </SettingField>
  );
}

/** A setting that is a name, or the path of one claim. */
export function TextSetting({
  setting,
  input: TextInput,
  draft,
  access,
  configuration,
  badge,
}: Shared & { setting: Named<"text" | "claim">; input: ComponentType<ComponentProps<typeof ClaimInput>> }) {
  return (
    <SettingField {...{ setting, draft, badge }}>
      {(control) => (
        <TextInput
          {...control}
          className="font-mono"
          value={access[setting] ?? ""}
          onChange={({ target: { value: typed } }) =>
            // An emptied field is set to "", not reset, where the file's value would come back while typing.
            typed === "" && !configuration.settings[setting]?.file_value
              ? draft.reset(setting)
              : draft.set(setting, typed)
          }
        />
      )}
    </SettingField>
  );
}

/** A list of routes. */
export function RouteSetting({ setting, draft, access, badge }: Shared & { setting: Named<"routes"> }) {
  return (
    <SettingField {...{ setting, draft, badge }}>
      {(control) => (
        <NamePicker
          id={control.id}
          describedBy={control["aria-describedby"]}
          values={access[setting]}
          list={setting === "team_admin_allowed_routes" ? setting : undefined}
          known={ROUTE_FAMILIES}
          onChange={(routes) => draft.set(setting, routes)}
          placeholder="No routes"
        />
      )}
    </SettingField>
  );
}

/** A list of known names. An emptied list goes back to the file's value. */
export function NamesSetting({
  setting,
  known,
  draft,
  access,
  badge,
}: Shared & { setting: Common; known: readonly string[] }) {
  const value: unknown = access[setting];
  return (
    <SettingField {...{ setting, draft, badge }}>
      {(control) => (
        <NamePicker
          id={control.id}
          describedBy={control["aria-describedby"]}
          list={setting}
          values={Array.isArray(value) ? value.map(String) : []}
          known={known}
          onChange={(names) => {
            const chosen = accessOverrides.safeParse({ [setting]: names });
            if (chosen.success) draft.put(chosen.data);
            else if (names.length === 0) draft.reset(setting);
          }}
          placeholder="All"
        />
      )}
    </SettingField>
  );
}

/** A setting that is one of a few values. */
export function ChoiceSetting({
  setting,
  choices,
  draft,
  access,
  badge,
}: Shared & { setting: Common; choices: readonly ChoiceOf[] }) {
  return (
    <SettingField {...{ setting, draft, badge }}>
      {(control) => (
        <Choice
          control={control}
          options={choices}
          value={access[setting]}
          onChoice={(choice) => draft.put(accessOverrides.parse({ [setting]: choice }))}
        />
      )}
    </SettingField>
  );
}

/** The frame of a setting's field: its name, where its value comes from, its hint and the findings about it. */
function SettingField({
  setting,
  draft,
  badge,
  children,
}: Pick<Shared, "draft" | "badge"> & { setting: Common } & Pick<ComponentProps<typeof Field>, "children">) {
  return (
    <div>
      <Field label={<Labelled name={setting} badge={badge(setting)} />} hint={hintOf(COMMON_SETTINGS[setting], true)}>
        {children}
      </Field>
      <FindingLines findings={findingsAt(draft.findings, setting)} />
    </div>
  );
}

export function Labelled({ name, badge }: { name: string; badge: ReactNode }) {
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-2">
      <span className="font-mono text-meta">{name}</span>
      {badge}
    </span>
  );
}
