"use client";
import { PlainButton } from "@/components/ui/plain-button";
import { Input } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import type { RuleSection } from "./rule-sections";

const SHOWN = [
  { value: "all", label: "All" },
  { value: "set", label: "Only what is set" },
] as const;

/** The index of the rules, their search, and the choice to leave out what has its default. */
export function RulesBar({
  sections,
  search,
  onlySet,
  onChange,
}: {
  /** Those that are shown. */
  sections: readonly RuleSection[];
  search: string;
  onlySet: boolean;
  onChange: (to: { search?: string; only?: string }, how?: "typed") => void;
}) {
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Search the rules"
          placeholder="Search the rules"
          className="!w-56"
          value={search}
          onChange={({ target }) => onChange({ search: target.value }, "typed")}
        />
        <Segmented
          label="Shown rules"
          options={SHOWN}
          value={onlySet ? "set" : "all"}
          onChange={(shown) => onChange({ only: shown === "set" ? "set" : "" })}
        />
      </div>
      <nav aria-label="Rules" className="flex flex-wrap gap-1.5">
        {sections.map(({ id, title }) => (
          <PlainButton
            key={id}
            type="button"
            className="h-7 rounded-full border bg-surface px-3 text-meta font-medium text-ink-soft hover:bg-hover hover:text-ink"
            onClick={() => show(id)}
          >
            {title}
          </PlainButton>
        ))}
      </nav>
    </div>
  );
}

/** Scrolls to a section, where the keyboard goes on. */
function show(id: string): void {
  const section = document.getElementById(`rules-${id}`);
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}
