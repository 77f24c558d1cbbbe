"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button";

/** Pages of a list; stays in place while the next page loads. */
export function Pager({
  page,
  size,
  total,
  onPage,
}: {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const pages = Math.max(1, Math.ceil(total / size));
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <nav
      aria-label="Pages"
      className="flex h-11 items-center justify-between gap-3 border-t px-4 text-[12.5px] text-ink-faint"
    >
      <span aria-live="polite">
        {from}–{Math.min(page * size, total)} of {total.toLocaleString("en-US")}
      </span>
      <span className="flex gap-1">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft className="size-4" aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight className="size-4" aria-hidden />
        </Button>
      </span>
    </nav>
  );
}
