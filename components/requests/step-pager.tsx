"use client";
import { ChevronRight, ChevronsLeft } from "lucide-react";
import { PageButtons } from "@/components/ui/page-buttons";

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
  /** Called with the cursor of a page; empty: the first one. */
  onStep: (cursor: string) => void;
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
    <PageButtons
      says={says}
      buttons={[
        { label: "First page", icon: ChevronsLeft, isOff: isFirst, onClick: () => onStep("") },
        { label: "Next page", icon: ChevronRight, isOff: next === null, onClick: () => onStep(next ?? "") },
      ]}
    />
  );
}
