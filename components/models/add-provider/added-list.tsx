"use client";
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from "lucide-react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Mono } from "@/components/ui/text";
import type { Added, Adding } from "./use-adding";

const STATES: Readonly<Record<Added["state"], { label: string; icon: LucideIcon; colour: string }>> = {
  waiting: { label: "Waiting", icon: CircleDashed, colour: "text-ink-faint" },
  testing: { label: "Testing", icon: LoaderCircle, colour: "text-accent-text" },
  serving: { label: "Serving", icon: CircleCheck, colour: "text-good" },
  failed: { label: "Not added", icon: CircleAlert, colour: "text-bad" },
};

/** What became of each entry: tested and serving, or why not. */
export function AddedList({
  adding: { entries, busy, fault, addAnyway },
  onClose,
}: {
  adding: Adding;
  onClose: () => void;
}) {
  return (
    <div className="space-y-4">
      <ul aria-label="Added models" aria-busy={busy} className="divide-y rounded-md border">
        {entries.map(({ name, state, says }, index) => {
          const { label, icon: Icon, colour } = STATES[state];
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <Mono className="min-w-0 flex-1 wrap-anywhere">{name}</Mono>
              <span className={classNames("inline-flex items-center gap-1.5 font-medium", colour)}>
                <Icon
                  className={classNames("size-4", state === "testing" && "animate-spin motion-reduce:animate-none")}
                  aria-hidden
                />
                {label}
              </span>
              {says !== "" && <p className="w-full text-meta break-words text-ink-soft">{says}</p>}
              {state === "failed" && (
                <WriteButton size="small" aria-disabled={busy} onClick={() => void addAnyway(index)}>
                  Add anyway
                </WriteButton>
              )}
            </li>
          );
        })}
      </ul>
      {fault !== undefined && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
      <Button className="w-full" onClick={onClose} aria-disabled={busy}>
        Done
      </Button>
    </div>
  );
}
