"use client";
import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { Choice } from "./issuers/issuer-field";
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
        hint="Who makes keys, whatever the route lists say. Such a key may do no more than its maker."
      >
        {(control) => (
          <Choice
            control={control}
            options={[
              { value: false, words: unset },
              { value: true, words: "Administrators, and those below" },
            ]}
            value={isSet}
            onChoice={(choice) => onChange(choice === true ? {} : undefined)}
          />
        )}
      </Field>
      {isSet && (
        <div className="space-y-2 border-l-2 pl-3">
          {KEY_MAKERS.map(({ place, words }) => (
            <Switch
              key={words}
              label={`${place[0]}: ${place[2]}`}
              hint={`${words}.`}
              checked={makesKeys(value, place)}
              onChange={(may) => onChange(withMaker(value, place, may))}
            />
          ))}
        </div>
      )}
    </div>
  );
}
