"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button";
import { type Paged, pageText } from "./page-text";

/** The pager of a list, which stays in place while the next page loads. */
export function Pager({ onPage, ...paged }: Paged & { onPage: (page: number) => void }) {
  const { page } = paged;
  const { says, hasNext } = pageText(paged);
  return (
    <nav
      aria-label="Pages"
      className="flex h-11 items-center justify-between gap-3 border-t px-4 text-meta text-ink-faint"
    >
      <span aria-live="polite">{says}</span>
      <span className="flex gap-1">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Previous page"
          aria-disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft className="size-4" aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next page"
          aria-disabled={!hasNext}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight className="size-4" aria-hidden />
        </Button>
      </span>
    </nav>
  );
}
