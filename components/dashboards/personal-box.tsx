import { Checkbox } from "@/components/shared/forms/form";

/** Whether a new dashboard is for its creator alone. */
export function PersonalBox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Checkbox
      label="Only I see it"
      hint="You can share it later. Other administrators still find what you change of it in the audit log."
      checked={checked}
      onChange={onChange}
    />
  );
}
