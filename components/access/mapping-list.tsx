"use client";
import type { ReactNode } from "react";
import type { FindingView } from "@/components/shared/findings";
import { RemoveButton } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { internalRole } from "@/lib/config/mapping-schema";
import type { InternalRole } from "@/lib/config/schema";
import { findingsAt } from "./draft";
import { type EditedList, type ListText, SettingList } from "./setting-list";

/** An entry of a list that is edited in place. */
export interface MappingRow<Entry> {
  entry: Entry;
  /** The place in the list, from 1. */
  number: number;
  /** What is found about the entry. */
  findings: readonly FindingView[];
  onChange: (entry: Entry) => void;
  /** The button that removes the entry. */
  remove: ReactNode;
}

/** A list whose entries are edited in place. `start`: the entry that is added. */
export function MappingList<Entry>({
  start,
  look = "space-y-2.5",
  onChange,
  children,
  ...list
}: ListText &
  EditedList<Entry> & { start: NoInfer<Entry>; look?: string; children: (row: MappingRow<Entry>) => ReactNode }) {
  const { entries, findings, setting, noun } = list;
  return (
    <SettingList
      {...list}
      look={look}
      row={(entry, index) =>
        children({
          entry,
          number: index + 1,
          findings: findingsAt(findings, `${setting}.${index}`),
          onChange: (changed) => onChange(entries.with(index, changed)),
          remove: (
            <RemoveButton label={`Remove ${noun} ${index + 1}`} onClick={() => onChange(entries.toSpliced(index, 1))} />
          ),
        })
      }
      onAdd={() => onChange([...entries, start])}
    />
  );
}

/** Picks an internal role. `none`: the words for no role, where one may be left out. */
export function RolePicker({
  label,
  look,
  value,
  none,
  onChange,
}: {
  label: string;
  look: string;
  value: InternalRole | undefined;
  none?: string;
  /** Undefined: no role. */
  onChange: (role: InternalRole | undefined) => void;
}) {
  return (
    <Select
      aria-label={label}
      className={`${look} font-mono`}
      value={value ?? ""}
      onChange={({ target }) => onChange(internalRole.options.find((role) => role === target.value))}
    >
      {none !== undefined && <option value="">{none}</option>}
      {internalRole.options.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </Select>
  );
}
