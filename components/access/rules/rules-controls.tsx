"use client";
import { Input } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";

const SHOWN = [
  { value: "all", label: "All" },
  { value: "set", label: "Only what is set" },
] as const;

const FORMS = [
  { value: "", label: "In words" },
  { value: "yaml", label: "As YAML" },
] as const;
/** How the rules that are set are shown. */
export type RulesForm = (typeof FORMS)[number]["value"];

/** The search of the rules, the choice to leave out what has its default, and that between sentences and YAML. */
export function RulesControls({
  search,
  onlySet,
  form,
  onChange,
}: {
  search: string;
  onlySet: boolean;
  form: RulesForm;
  onChange: (to: { search?: string; only?: string; as?: string }, how?: "typed") => void;
}) {
  return (
    <>
      <Input
        type="search"
        aria-label="Search the rules"
        placeholder="Search the rules"
        className="!w-40 max-sm:grow"
        value={search}
        onChange={({ target }) => onChange({ search: target.value }, "typed")}
      />
      <Segmented
        label="Shown rules"
        options={SHOWN}
        value={onlySet ? "set" : "all"}
        onChange={(shown) => onChange({ only: shown === "set" ? "set" : "" })}
      />
      <Segmented label="Show the rules" options={FORMS} value={form} onChange={(as) => onChange({ as })} />
    </>
  );
}
