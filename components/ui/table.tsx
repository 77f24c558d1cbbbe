import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { PlainButton } from "./plain-button";

/** The colours of a head or a cell that stays while others move below it: those of its row, but opaque. */
const HEAD_THAT_STAYS = "[&_th]:bg-[color-mix(in_oklab,var(--muted)_50%,var(--surface))]";
const CELL_THAT_STAYS =
  "[&_td:first-child]:bg-surface [&_tr:hover>td:first-child]:bg-[color-mix(in_oklab,var(--hover)_60%,var(--surface))]";

const STAYS = {
  // A table that scrolls sideways cannot keep its head, so a list keeps it only on screens wide enough for all columns.
  head: `2xl:overflow-x-visible ${HEAD_THAT_STAYS} 2xl:[&_th]:sticky 2xl:[&_th]:top-12 2xl:[&_th]:z-10 2xl:[&_th]:shadow-[inset_0_-1px_0_var(--line)]`,
  column: `${HEAD_THAT_STAYS} ${CELL_THAT_STAYS} [&_tr>:first-child]:sticky [&_tr>:first-child]:left-0`,
} as const;

/**
 * Keeps what has the focus out from under the first column: where the focus moves, and when columns become wider, as by
 * a row that arrives. Columns may change within a table that stays as wide as it was, so the first one is measured
 * again for each move.
 */
function clearsFirstColumn(region: HTMLElement | null): (() => void) | undefined {
  const table = region?.querySelector("table");
  if (!region || !table) return;
  const clear = (): void => {
    region.style.scrollPaddingLeft = `${region.querySelector("th")?.offsetWidth ?? 0}px`;
    const focused = region.querySelector(":focus-visible");
    focused?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const observer = new ResizeObserver(clear);
  observer.observe(table);
  region.addEventListener("focusin", clear);
  return () => {
    observer.disconnect();
    region.removeEventListener("focusin", clear);
  };
}

/**
 * A dense table. On a narrow screen the table scrolls, not the page. `stays`: what stays in sight: the head of a list
 * that scrolls with the page, or the first column of a table with more columns than fit.
 */
export function Table({
  label,
  children,
  dim,
  stays,
}: {
  label: string;
  children: ReactNode;
  dim?: boolean;
  stays?: keyof typeof STAYS;
}) {
  return (
    <div
      ref={stays === "column" ? clearsFirstColumn : undefined}
      className={classNames("relative overflow-x-auto", stays && STAYS[stays])}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={classNames("w-full border-collapse text-left transition-opacity", dim && "opacity-60")}>
        {children}
      </table>
    </div>
  );
}

export function HeadCell({ className, align = "left", ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={classNames(
        "h-8 border-b bg-muted/50 px-2 sm:px-3 text-meta font-medium whitespace-nowrap text-ink-faint first:pl-4 last:pr-4 sm:first:pl-4 sm:last:pr-4",
        align === "right" && "text-right",
        className,
      )}
      {...rest}
    />
  );
}

export function Cell({ className, align = "left", ...rest }: ComponentProps<"td">) {
  return (
    <td
      className={classNames(
        "h-9 px-2 py-1.5 first:pl-4 last:pr-4 sm:px-3 sm:first:pl-4 sm:last:pr-4",
        align === "right" && "text-right",
        className,
      )}
      {...rest}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={classNames("group/row border-b last:border-b-0 hover:bg-hover/60", className)} {...rest} />;
}

/**
 * The look of an act that every row offers. With a mouse it shows on the row that is pointed at, and with the keyboard
 * when it has the focus.
 */
export const QUIET_ACT =
  "transition-opacity pointer-fine:opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100";

/** The name of a row, which opens the row in full. `wide`: for tables with few columns on a phone. */
export function OpenButton({ name, onOpen, wide = false }: { name: ReactNode; onOpen: () => void; wide?: boolean }) {
  return (
    <PlainButton
      // Lets a name that is written from right to left be cut at its end, too.
      dir="auto"
      title={typeof name === "string" ? name : undefined}
      onClick={onOpen}
      className={classNames(
        // On a phone, padding makes it high enough for a finger, and the margin keeps the height of the row.
        "block truncate rounded text-left font-medium hover:text-accent-text hover:underline max-sm:-my-1 max-sm:py-1 sm:max-w-56 2xl:max-w-96",
        wide ? "max-w-44" : "max-w-36",
      )}
    >
      {name}
    </PlainButton>
  );
}
