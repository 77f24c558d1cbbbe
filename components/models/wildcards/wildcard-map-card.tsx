"use client";
import { useDeferredValue, useMemo, useState } from "react";
import { formatCount } from "@/components/api/format";
import { Card, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { InlineError } from "@/components/ui/states";
import { Note } from "@/components/ui/text";
import type { ModelView } from "@/lib/wire/model";
import type { DraftEntry } from "../draft-entries";
import { joinedEntries } from "../entry-effect";
import type { Range } from "../requested-since";
import { useRequestedNames } from "../use-requested-names";
import { WildcardBands } from "./wildcard-bands";
import { bandsAround, bandsOf, type MapEntry } from "./wildcard-map";

const RANGES = [
  { value: "day", label: "24 hours" },
  { value: "week", label: "7 days" },
] as const satisfies readonly { value: Range; label: string }[];

/** The map of the model list: which pattern is cut out of which, and where calls go. It follows the drafts. */
export function WildcardMapCard({
  rows,
  drafts,
  onOpen,
}: {
  rows: readonly ModelView[];
  drafts: readonly DraftEntry[];
  /** Opens an entry by its id. */
  onOpen: (id: string) => void;
}) {
  const [range, setRange] = useState<Range>("week");
  const { names: requests, error, refetch } = useRequestedNames(range);
  const tried = useDeferredValue(drafts);
  const bands = useMemo(
    () => bandsOf([...rows.map(savedEntry), ...tried.flatMap(draftEntry)], requests),
    [rows, tried, requests],
  );
  const names = new Set([
    ...rows.map((row) => row.model_name),
    ...tried.flatMap(draftEntry).map((draft) => draft.model_name),
  ]).size;
  return (
    <Card>
      <CardHeader title="Map of the names" description="Which entry serves which names, by calls.">
        <Segmented label="Calls of" options={RANGES} value={range} onChange={setRange} />
      </CardHeader>
      <div className="px-4 py-2">
        {error && requests.length === 0 && <InlineError error={error} name="calls of the names" retry={refetch} />}
        {names > bands.length && (
          <Note className="py-1.5">
            {formatCount(bands.length)} of {formatCount(names)} names: drafts, then names with calls or a fault.
          </Note>
        )}
        <WildcardBands
          bands={bands}
          label="Map of the names"
          onOpen={(name) => {
            const row = rows.find(({ model_name: modelName }) => modelName === name);
            if (row) onOpen(row.id);
          }}
        />
      </div>
    </Card>
  );
}

/**
 * What a typed entry takes from others, and whether it gets any name at all. `replaces`: the entry that it edits.
 */
export function DraftEffect({
  rows,
  name,
  replaces,
}: {
  rows: readonly ModelView[];
  name: string;
  replaces: string | undefined;
}) {
  const { names: requests } = useRequestedNames();
  const typed = useDeferredValue(name);
  const bands = useMemo(() => {
    const draft = draftEntry({ modelName: typed, model: "draft" });
    // An edited entry keeps its place in the order, which decides ties.
    const tried =
      replaces === undefined
        ? [...rows.map(savedEntry), ...draft]
        : rows.flatMap((row) => (row.id === replaces ? draft : [savedEntry(row)]));
    return bandsAround(bandsOf(tried, requests, rows.map(savedEntry)), typed);
  }, [rows, typed, replaces, requests]);
  const calls = bands.find((band) => band.name === typed)?.callsToday ?? 0;
  const joined = joinedEntries(rows, typed, calls, replaces);
  const joins = joined !== undefined && <Note>{joined}</Note>;
  if (bands.length < 2 && bands.every(({ calls, callsToday }) => calls === callsToday)) return joins;
  return (
    <>
      {joins}
      <section aria-label="What it takes from other names" className="rounded-md border px-3 py-1">
        <WildcardBands bands={bands} label="What it takes from other names" />
      </section>
    </>
  );
}

function savedEntry({ model_name: name, upstream_model: model }: ModelView): MapEntry {
  return { model_name: name, gateway_params: { model }, isDraft: false };
}

/** Like a new entry of the database, a draft comes after all others. */
function draftEntry({ modelName, model }: DraftEntry): MapEntry[] {
  const name = modelName.trim();
  return name === "" ? [] : [{ model_name: name, gateway_params: { model: model.trim() }, isDraft: true }];
}
