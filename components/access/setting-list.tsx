"use client";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { FindingView } from "@/components/shared/findings";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { FindingLines } from "./finding-lines";

/** A setting that is a list, as every editor of one gets it. */
export interface EditedList<Entry> {
  entries: readonly Entry[];
  findings: readonly FindingView[];
  badge: ReactNode;
  onChange: (entries: Entry[]) => void;
}

/** The text around such a list. */
export interface ListText {
  title: string;
  description: string;
  /** The name of the setting, with which the paths of its findings begin. */
  setting: string;
  /** One entry, in the middle of a sentence: "policy test". */
  noun: string;
  /** In place of an empty list. */
  none: string;
}

/** A setting that is a list: its entries, the findings about the whole, and the button that adds an entry. */
export function SettingList<Entry>({
  title,
  description,
  setting,
  noun,
  none,
  entries,
  findings,
  badge,
  look,
  row,
  onAdd,
  children,
}: ListText &
  Omit<EditedList<Entry>, "onChange"> & {
    /** Classes of the list. */
    look: string;
    row: (entry: Entry, index: number) => ReactNode;
    onAdd: () => void;
    /** The dialog that edits an entry. */
    children?: ReactNode;
  }) {
  return (
    <Card>
      <CardHeader title={title} description={description}>
        {badge}
      </CardHeader>
      <div className="p-4">
        {entries.length === 0 && <p className="text-ink-faint">{none}</p>}
        <ol className={look}>
          {entries.map((entry, index) => (
            <li key={index}>{row(entry, index)}</li>
          ))}
        </ol>
        <FindingLines findings={findings.filter(({ path }) => path === setting)} />
        <Button size="small" className="mt-3" onClick={onAdd}>
          <Plus className="size-3.5" aria-hidden /> Add {noun}
        </Button>
      </div>
      {children}
    </Card>
  );
}
