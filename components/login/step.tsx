import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";

/** One step of a way: its number, or a tick once it is done. A step that is not open yet shows its title alone. */
export function Step({
  number,
  title,
  isDone = false,
  isOpen = true,
  children,
}: {
  number: number;
  title: string;
  isDone?: boolean;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <Card className={classNames(!isOpen && "bg-muted/40 shadow-none")}>
        <div className="flex items-center gap-3 px-4 py-3">
          <span
            className={classNames(
              "grid size-6 shrink-0 place-items-center rounded-full text-meta font-semibold tabular-nums",
              isDone
                ? "bg-good-soft text-good"
                : isOpen
                  ? "bg-accent-soft text-accent-text"
                  : "bg-muted text-ink-faint",
            )}
          >
            {isDone ? <Check className="size-3.5" aria-label="Done" /> : number}
          </span>
          <h2 className={classNames("text-section font-semibold tracking-tight", !isOpen && "text-ink-faint")}>
            {title}
          </h2>
        </div>
        {isOpen && <div className="px-4 pb-4 sm:pl-13">{children}</div>}
      </Card>
    </li>
  );
}
