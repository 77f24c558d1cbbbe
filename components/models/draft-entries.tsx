"use client";
import { ArrowRight, Plus } from "lucide-react";
import { Button, RemoveButton } from "@/components/ui/button";
import { Input } from "@/components/ui/field";

/** An entry that exists only in the tester. */
export interface DraftEntry {
  readonly modelName: string;
  readonly model: string;
}

/** Entries to test before they are added. */
export function DraftEntries({
  entries,
  onChange,
}: {
  entries: readonly DraftEntry[];
  onChange: (entries: readonly DraftEntry[]) => void;
}) {
  const replace = (index: number, change: Partial<DraftEntry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry)));
  return (
    <div className="mt-2">
      {entries.length > 0 && (
        <ol className="mb-2 space-y-2" aria-label="Draft entries">
          {entries.map((entry, index) => (
            <li key={index} className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
              <Input
                aria-label={`Model name of draft ${index + 1}`}
                placeholder="model name or pattern"
                className="min-w-32 flex-1 font-mono"
                value={entry.modelName}
                autoFocus
                onChange={(event) => replace(index, { modelName: event.target.value })}
              />
              <ArrowRight className="hidden size-4 shrink-0 text-ink-faint sm:block" aria-hidden />
              <Input
                aria-label={`Upstream of draft ${index + 1}`}
                placeholder="provider/model"
                className="min-w-32 flex-1 font-mono"
                value={entry.model}
                onChange={(event) => replace(index, { model: event.target.value })}
              />
              <RemoveButton
                label={`Remove draft ${index + 1}`}
                onClick={() => onChange(entries.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ol>
      )}
      <Button
        variant="ghost"
        size="small"
        className="-ml-2.5"
        onClick={() => onChange([...entries, { modelName: "", model: "" }])}
      >
        <Plus className="size-3.5" aria-hidden />{" "}
        {entries.length === 0 ? "Try it with a draft entry" : "Another draft entry"}
      </Button>
    </div>
  );
}
