"use client";
import { classNames } from "@/components/ui/class-names";
import { PlainButton } from "@/components/ui/plain-button";

/** A name in the legend of a chart, which hides its line or bars and shows them again. */
export function LegendButton({
  label,
  title = label,
  detail,
  colour,
  isShown,
  onTurn,
}: {
  label: string;
  /** The name in full. */
  title?: string;
  /** What is to be known beside the name. */
  detail?: string | undefined;
  colour: string;
  isShown: boolean;
  onTurn: () => void;
}) {
  return (
    <PlainButton
      aria-pressed={isShown}
      title={`${isShown ? "Hide" : "Show"} ${title}`}
      onClick={onTurn}
      className="group inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded px-1 text-meta hover:bg-hover"
    >
      <span
        className="size-2.5 shrink-0 rounded-xs border"
        style={{ borderColor: colour, background: isShown ? colour : "transparent" }}
        aria-hidden
      />
      <span
        className={classNames(
          "max-w-56 truncate group-hover:text-ink",
          isShown ? "text-ink-soft" : "text-ink-faint line-through",
        )}
      >
        {label}
      </span>
      {detail !== undefined && <span className="text-ink-faint tabular-nums">{detail}</span>}
    </PlainButton>
  );
}
