"use client";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

/**
 * The filters of a list, side by side. On a phone, a button opens them, so that the list comes first. `set`: how many
 * are set.
 */
export function FilterGrid({ set, className, children }: { set: number; className: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="border-b px-4 py-2.5">
      <Button
        size="small"
        className="sm:hidden"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <SlidersHorizontal className="size-3.5" aria-hidden /> Filters{set > 0 && ` (${set})`}
      </Button>
      <div id={id} className={classNames("grid grid-cols-2 gap-2", open ? "max-sm:mt-2" : "max-sm:hidden", className)}>
        {children}
      </div>
    </div>
  );
}
