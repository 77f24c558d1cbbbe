"use client";
import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { hintOf } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import { Choice } from "./choice";
import { KEY_MAKERS, type KeyGeneration as Settings, makesKeys, withMaker } from "./key-makers";
import { Labelled } from "./setting-fields";

/** Who, besides administrators, may make keys. `unset`: the text that says what holds while the setting is absent. */
export function KeyGeneration({
  value,
  unset,
  badge,
  onChange,
}: {
  value: unknown;
  unset: string;
  badge?: ReactNode;
  /** Called with undefined to remove the setting. */
  onChange: (settings: Settings | undefined) => void;
}) {
  const isSet = value !== undefined && value !== null;
  return (
    <div className="space-y-3">
      <Field
        label={<Labelled name="key_generation_settings" badge={badge} />}
        hint={hintOf(COMMON_SETTINGS.key_generation_settings, false)}
      >
        {(control) => (
          <Choice
            control={control}
            options={[
              { value: false, label: unset },
              { value: true, label: "Administrators, and those below" },
            ]}
            value={isSet}
            onChoice={(choice) => onChange(choice === true ? {} : undefined)}
          />
        )}
      </Field>
      {isSet && (
        <div className="space-y-2 border-l-2 pl-3">
          {KEY_MAKERS.map(({ path, text }) => (
            <Switch
              key={text}
              label={`${path[0]}: ${path[2]}`}
              hint={`${text}.`}
              checked={makesKeys(value, path)}
              onChange={(may) => onChange(withMaker(value, path, may))}
            />
          ))}
        </div>
      )}
    </div>
  );
}
