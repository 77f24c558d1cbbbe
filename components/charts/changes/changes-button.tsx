"use client";
import { Diamond } from "lucide-react";
import { counted } from "@/components/shared/wording";
import { classNames } from "@/components/ui/class-names";
import { PlainButton } from "@/components/ui/plain-button";
import type { Changes } from "./use-changes";

/** The button below a chart that shows and hides its annotations. Screen readers are told the changes here. */
export function ChangesButton({ changes: { annotations, isOn, turn } }: { changes: Changes }) {
  const all = [...annotations.values()].flat();
  return (
    <>
      <PlainButton
        aria-pressed={isOn}
        title={isOn ? "Hide changes" : "Show changes"}
        onClick={() => turn(!isOn)}
        className={classNames(
          "inline-flex h-5 items-center gap-1.5 rounded px-1 text-meta whitespace-nowrap hover:bg-hover hover:text-ink",
          isOn ? "text-ink-soft" : "text-ink-faint line-through",
        )}
      >
        <Diamond className={classNames("size-2.5", isOn && "fill-accent text-accent")} aria-hidden />
        {isOn && all.length > 0 ? counted(all.length, "change") : "Changes"}
      </PlainButton>
      {all.length > 0 && (
        <ul className="sr-only" aria-label="Changes in the time of the chart">
          {all.map((text, at) => (
            <li key={at}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
