"use client";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Button, RemoveButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";
import { type EditedList, type ListText, SettingList } from "./setting-list";

/** A list whose entries are edited in a dialog, which is its child. */
export function EntryList<Entry>({
  icon,
  row,
  onOpen,
  onChange,
  ...list
}: ListText &
  EditedList<Entry> & {
    /** Draws what stands before an entry. */
    icon?: (index: number) => ReactNode;
    row: (entry: Entry, index: number) => ReactNode;
    /** Opens the entry at an index. The index after the last entry opens a new one. */
    onOpen: (index: number) => void;
    children: ReactNode;
  }) {
  const { entries, findings, setting, noun } = list;
  return (
    <SettingList
      {...list}
      look="divide-y"
      row={(entry, index) => (
        <div className={classNames("flex items-start gap-2 pb-2", index > 0 && "pt-2")}>
          {icon?.(index)}
          <div className="min-w-0 flex-1">
            {row(entry, index)}
            <FindingLines findings={findingsAt(findings, `${setting}.${index}`)} />
          </div>
          <Button variant="ghost" size="icon" aria-label={`Edit ${noun} ${index + 1}`} onClick={() => onOpen(index)}>
            <Pencil className="size-4" aria-hidden />
          </Button>
          <RemoveButton label={`Remove ${noun} ${index + 1}`} onClick={() => onChange(entries.toSpliced(index, 1))} />
        </div>
      )}
      onAdd={() => onOpen(entries.length)}
    />
  );
}
