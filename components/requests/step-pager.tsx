"use client";
import { ChevronRight, ChevronsLeft } from "lucide-react";
import { Button } from "@/components/ui/button";

/** The buttons below a list whose rows nobody has counted: to its next rows and back to the first. */
export function StepPager({
  rows,
  isFirst,
  next,
  onStep,
}: {
  rows: number;
  isFirst: boolean;
  /** Where the next page begins; null: this is the last one. */
  next: string | null;
  /** Called with the place where a page begins; empty: the first one. */
  onStep: (place: string) => void;
}) {
  const says =
    next === null
      ? isFirst
        ? `${rows} in all`
        : `The oldest ${rows}`
      : isFirst
        ? `The newest ${rows}`
        : `${rows} older ones`;
  return (
    <nav
      aria-label="Pages"
      className="flex h-11 items-center justify-between gap-3 border-t px-4 text-meta text-ink-faint"
    >
      <span aria-live="polite">{says}</span>
      <span className="flex gap-1">
        <Button variant="ghost" size="icon" aria-label="First page" aria-disabled={isFirst} onClick={() => onStep("")}>
          <ChevronsLeft className="size-4" aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next page"
          aria-disabled={next === null}
          onClick={() => onStep(next ?? "")}
        >
          <ChevronRight className="size-4" aria-hidden />
        </Button>
      </span>
    </nav>
  );
}
