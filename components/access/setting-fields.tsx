"use client";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { ClaimExpressionInput } from "@/components/claims/claim-expression-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import type { ClaimField } from "@/lib/auth/claims/identity-claims";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import type { AccessOverrides, AccessSetting } from "@/lib/config/schema";
import { type Configuration, type EffectiveAccess, findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";
import { NumberInput } from "./number-input";
import type { useAccessDraft } from "./use-access-draft";

/** The names of the settings whose values are of a type. */
type SettingOf<Value> = {
  [Name in AccessSetting]: NonNullable<AccessOverrides[Name]> extends Value ? Name : never;
}[AccessSetting];
/** The settings that are one text. */
type TextName = SettingOf<string>;

/** The lists of routes. */
type RouteName = Extract<SettingOf<readonly string[]>, `${string}_allowed_routes`>;

export interface Shared {
  draft: Pick<ReturnType<typeof useAccessDraft>, "set" | "reset" | "findings" | "overrides">;
  access: EffectiveAccess;
  configuration: Configuration;
  badge: (setting: AccessSetting) => ReactNode;
}

/** A setting that is on or off. */
export function SwitchSetting({
  setting,
  hint,
  draft,
  access,
  badge,
}: Shared & { setting: SettingOf<boolean>; hint: string }) {
  return (
    <div>
      <Switch
        label={setting}
        hint={hint}
        badge={badge(setting)}
        checked={access[setting] ?? false}
        onChange={(on) => draft.set(setting, on)}
      />
      <FindingLines findings={findingsAt(draft.findings, setting)} />
    </div>
  );
}

/** The claims that a setting reads. */
export function ClaimSetting({
  setting,
  hint,
  draft,
  access,
  configuration,
  badge,
}: Shared & { setting: ClaimField; hint: string }) {
  return (
    <div>
      <Field label={<Labelled name={setting} badge={badge(setting)} />} hint={hint}>
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
      </Field>
      <FindingLines findings={findingsAt(draft.findings, setting)} />
    </div>
  );
}

/** A setting that is a number. An empty field goes back to the file's value. */
export function NumberSetting({
  setting,
  hint,
  draft,
  access,
  badge,
}: Shared & { setting: SettingOf<number>; hint: string }) {
  return (
    <div>
      <Field label={<Labelled name={setting} badge={badge(setting)} />} hint={hint}>
        {(control) => (
          <NumberInput
            {...control}
            value={access[setting]}
            onChange={(value) => (value === undefined ? draft.reset(setting) : draft.set(setting, value))}
          />
        )}
      </Field>
      <FindingLines findings={findingsAt(draft.findings, setting)} />
    </div>
  );
}

/** A setting that is a name, or the path of one claim. */
export function TextSetting({
  setting,
  hint,
  input: TextInput,
  draft,
  access,
  configuration,
  badge,
}: Shared & { setting: TextName; hint: string; input: ComponentType<Omit<ComponentProps<"input">, "list">> }) {
  return (
    <div>
      <Field label={<Labelled name={setting} badge={badge(setting)} />} hint={hint}>
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
      </Field>
      <FindingLines findings={findingsAt(draft.findings, setting)} />
    </div>
  );
}

/** A list of routes. */
export function RouteSetting({ setting, label, draft, access, badge }: Shared & { setting: RouteName; label: string }) {
  return (
    <div>
      <Field
        label={<Labelled name={setting} badge={badge(setting)} />}
        hint={`${label}: paths, * patterns or family names.`}
      >
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
      </Field>
      <FindingLines findings={findingsAt(draft.findings, setting)} />
    </div>
  );
}

export function Labelled({ name, badge }: { name: string; badge: ReactNode }) {
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-2">
      <span className="font-mono text-note">{name}</span>
      {badge}
    </span>
  );
}
