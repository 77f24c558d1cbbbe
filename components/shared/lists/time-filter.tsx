import { Input, Options, Select } from "@/components/ui/field";
import { isInstant, type ListTime } from "./time-inputs";

const TIMES = [
  { value: "", label: "Any time" },
  { value: "0", label: "Today (UTC)" },
  { value: "6", label: "Last 7 days" },
  { value: "29", label: "Last 30 days" },
  { value: "between", label: "Between days…" },
] as const;

type Change = (name: keyof ListTime, value: string, how?: "typed") => void;

/** The choice of a time in the row of filters of a list, and of the days between which it lies. */
export function TimeFilter({ value, onChange }: { value: ListTime; onChange: Change }) {
  return (
    <>
      <Select
        aria-label="Time"
        className="!w-auto max-sm:flex-1"
        value={value.time}
        onChange={(event) => onChange("time", event.target.value)}
      >
        <Options of={TIMES} />
      </Select>
      {value.time === "between" && (
        <>
          <End name="from" words={["First day (UTC)", "Since"]} value={value.from} onChange={onChange} />
          <End name="to" words={["Last day (UTC)", "Until"]} value={value.to} onChange={onChange} />
        </>
      )}
    </>
  );
}

/** An end of a time: a day, or an instant in links from days of another time zone. */
function End({
  name,
  words: [day, instant],
  value,
  onChange,
}: {
  name: "from" | "to";
  words: readonly [day: string, instant: string];
  value: string;
  onChange: Change;
}) {
  return (
    <Input
      type={isInstant(value) ? "text" : "date"}
      className="!w-auto"
      aria-label={isInstant(value) ? instant : day}
      value={value}
      onChange={(event) => onChange(name, event.target.value, "typed")}
    />
  );
}
