import { Options, Select } from "@/components/ui/field";
import { type Comparison, COMPARISONS } from "./spend-range";

/** The choice of what the time of a page is compared with. */
export function ComparisonSelect({ value, onChange }: { value: Comparison; onChange: (to: string) => void }) {
  return (
    <Select
      aria-label="Compare with"
      className="!w-auto max-sm:grow"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <Options of={COMPARISONS} />
    </Select>
  );
}
