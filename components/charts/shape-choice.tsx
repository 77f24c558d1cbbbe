import { Segmented } from "@/components/ui/segmented";

const SHAPES = [
  { value: "list", label: "List" },
  { value: "chart", label: "Chart" },
] as const;

/** The choice between a list and the chart of itself. `chart`: the measure in the address; empty: the list. */
export function ShapeChoice({ chart, onChange }: { chart: string; onChange: (chart: "" | "calls") => void }) {
  return (
    <Segmented
      label="Show as"
      options={SHAPES}
      value={chart === "" ? "list" : "chart"}
      onChange={(shape) => onChange(shape === "list" ? "" : "calls")}
    />
  );
}
