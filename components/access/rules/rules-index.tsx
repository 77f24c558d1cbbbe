"use client";
import { PlainButton } from "@/components/ui/plain-button";
import type { RuleSection } from "./rule-sections";

/** The names of the sections that are shown, each of which leads there. */
export function RulesIndex({ sections }: { sections: readonly RuleSection[] }) {
  return (
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
  );
}

/** Scrolls to a section, where the keyboard goes on. */
function show(id: string): void {
  const section = document.getElementById(`rules-${id}`);
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}
