"use client";
import { Checkbox } from "@/components/shared/forms/form";
import { Segmented } from "@/components/ui/segmented";
import { Note } from "@/components/ui/text";
import type { RuleDraft, Told } from "./rule-draft";
import { useAlertChannels } from "./use-alerts";

const CHOICES = [
  { value: "every", label: "Every channel" },
  { value: "some", label: "Some" },
  { value: "nobody", label: "Nobody" },
] as const satisfies readonly { value: Told; label: string }[];

/** Who is told: every channel, some that are ticked, or nobody. */
export function ToldField({
  told,
  channels,
  onChange,
}: Pick<RuleDraft, "told" | "channels"> & { onChange: (to: Partial<RuleDraft>) => void }) {
  const known = useAlertChannels();
  const names = [...new Set([...(known.data?.data.map(({ name }) => name) ?? []), ...channels])];
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 font-medium">Tells</legend>
      <Segmented label="Tells" options={CHOICES} value={told} onChange={(to) => onChange({ told: to })} />
      {told === "some" &&
        names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            hint={known.data?.data.find((one) => one.name === name)?.origin ?? ""}
            checked={channels.includes(name)}
            onChange={(isChosen) =>
              onChange({ channels: isChosen ? [...channels, name] : channels.filter((one) => one !== name) })
            }
          />
        ))}
      {told === "some" && names.length === 0 && <Note>There is no channel yet.</Note>}
      {told === "nobody" && <Note>It is only listed here.</Note>}
    </fieldset>
  );
}
