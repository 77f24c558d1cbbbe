"use client";
import { Pencil, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FindingView } from "@/components/shared/findings";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";

/**
 * A setting of the draft that is a list whose entries are edited in a dialog. `noun` names one entry: "policy test".
 */
export function EntryList<Entry>({
  title,
  description,
  badge,
  setting,
  noun,
  none,
  entries,
  findings,
  mark,
  row,
  onOpen,
  onChange,
  children,
}: {
  title: string;
  description: string;
  badge: ReactNode;
  setting: string;
  noun: string;
  /** The text in place of an empty list. */
  none: string;
  entries: readonly Entry[];
  findings: readonly FindingView[];
  /** Draws what stands before an entry. */
  mark?: (index: number) => ReactNode;
  row: (entry: Entry, index: number) => ReactNode;
  /** Opens the entry at an index. The index after the last entry opens a new one. */
  onOpen: (index: number) => void;
  onChange: (entries: Entry[]) => void;
  /** The dialog that edits an entry. */
  children: ReactNode;
}) {
  return (
    <Card>
      <CardHeader title={title} description={description}>
        {badge}
      </CardHeader>
      <div className="p-4">
        {entries.length === 0 && <p className="text-ink-faint">{none}</p>}
        <ol className="divide-y">
          {entries.map((entry, index) => (
            <li key={index} className="flex items-start gap-2 py-2 first:pt-0">
              {mark?.(index)}
              <div className="min-w-0 flex-1">
                {row(entry, index)}
                <FindingLines findings={findingsAt(findings, `${setting}.${index}`)} />
              </div>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Edit ${noun} ${index + 1}`}
                onClick={() => onOpen(index)}
              >
                <Pencil className="size-4" aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${noun} ${index + 1}`}
                onClick={() => onChange(entries.filter((_, at) => at !== index))}
              >
                <Trash2 className="size-4" aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
        <FindingLines findings={findings.filter(({ path }) => path === setting)} />
        <Button size="small" className="mt-3" onClick={() => onOpen(entries.length)}>
          <Plus className="size-3.5" aria-hidden /> Add {noun}
        </Button>
      </div>
      {children}
    </Card>
  );
}
