"use client";
import type { ContentDraft } from "./content-draft";
import { Checkbox } from "./form";
import { TextField } from "./text-field";

/** The switch of a team or a key that keeps prompts and answers. */
export function ContentField({
  one,
  draft,
  onChange,
}: {
  /** The word for whose calls they are: "team". */
  one: string;
  draft: ContentDraft;
  onChange: (draft: ContentDraft) => void;
}) {
  return (
    <div className="space-y-2">
      <Checkbox
        label="Keep prompts and answers"
        hint={`Everything that calls of this ${one} say is kept, encrypted, for people with the right to read it. Tell the callers.`}
        checked={draft.isKept}
        onChange={(isKept) => onChange({ ...draft, isKept })}
      />
      {draft.isKept && (
        <TextField
          label="Days to keep them"
          hint="1 to 365. Leave empty to use the time in the settings, which is also the maximum."
          inputMode="numeric"
          value={draft.days}
          onValue={(days) => onChange({ ...draft, days: days.replaceAll(/\D/g, "") })}
        />
      )}
    </div>
  );
}
