import { RemoveButton } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/field";
import type { SettingsDraft } from "./settings-draft";
import type { SettingField } from "./setting-fields";

/** The fields of a provider's settings. `stored`: those in force, where a secret is a hint. */
export function SettingsFields({
  fields,
  stored,
  draft: { settings, removed },
  onChange,
}: {
  fields: readonly SettingField[];
  stored: Readonly<Record<string, unknown>>;
  draft: SettingsDraft;
  onChange: (to: SettingsDraft) => void;
}) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {fields.map((field) => {
        const hint = stored[field.name];
        return (
          <SettingInput
            key={field.name}
            field={field}
            stored={field.isSecret && typeof hint === "string" ? hint : undefined}
            isRemoved={removed.includes(field.name)}
            value={settings[field.name] ?? ""}
            onValue={(value) =>
              onChange({
                settings: { ...settings, [field.name]: value },
                removed: removed.filter((name) => name !== field.name),
              })
            }
            onRemove={() =>
              onChange({ settings: { ...settings, [field.name]: "" }, removed: [...removed, field.name] })
            }
          />
        );
      })}
    </div>
  );
}

function SettingInput({
  field: { name, hint, isSecret, isLong },
  stored,
  isRemoved,
  value,
  onValue,
  onRemove,
}: StoredSecret & { field: SettingField; value: string; onValue: (value: string) => void }) {
  return (
    <div className={isLong ? "min-w-0 sm:col-span-2" : "min-w-0"}>
      <Field label={<code className="font-mono text-meta">{name}</code>} hint={hint}>
        {(control) =>
          isSecret ? (
            <SecretInput
              control={control}
              name={name}
              stored={stored}
              isRemoved={isRemoved}
              isLong={isLong}
              value={value}
              onValue={onValue}
              onRemove={onRemove}
            />
          ) : isLong ? (
            <Textarea
              {...control}
              rows={3}
              className="font-mono text-meta"
              value={value}
              onChange={(event) => onValue(event.target.value)}
            />
          ) : (
            <Input {...control} value={value} onChange={(event) => onValue(event.target.value)} />
          )
        }
      </Field>
    </div>
  );
}

interface StoredSecret {
  /** What may be shown of the stored secret; undefined: there is none. */
  readonly stored: string | undefined;
  readonly isRemoved: boolean;
  readonly onRemove: () => void;
}

/** A field for a secret: a stored one stays while nothing is typed, or is removed by the button. */
export function SecretInput({
  control,
  name,
  stored,
  isRemoved,
  isLong = false,
  value,
  onValue,
  onRemove,
}: StoredSecret & {
  control: object;
  name: string;
  isLong?: boolean;
  value: string;
  onValue: (value: string) => void;
}) {
  const kept = stored === undefined ? "None" : stored === "…" ? "Unchanged" : `Stays ${stored}`;
  const placeholder = isRemoved ? "Removed when you save" : kept;
  return (
    <span className="flex gap-1">
      {isLong ? (
        <Textarea
          {...control}
          rows={3}
          autoComplete="off"
          className="font-mono text-meta"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      ) : (
        <Input
          {...control}
          type="password"
          autoComplete="new-password"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
      {stored !== undefined && !isRemoved && <RemoveButton label={`Remove ${name}`} onClick={onRemove} />}
    </span>
  );
}
