"use client";
import { ArrowRight, Trophy } from "lucide-react";
import { useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { TextField } from "@/components/shared/forms/text-field";
import { Mono } from "@/components/ui/text";
import { explainWinner } from "@/lib/router/explain-winner";
import { type Candidate, type Resolution, type RoutableEntry, resolveModel } from "@/lib/router/resolve";
import type { ModelView } from "@/lib/wire/model";
import { CapturedName, FilledPattern } from "./captured-name";
import { DraftEntries, type DraftEntry } from "./draft-entries";

interface Entry extends RoutableEntry {
  readonly id: string;
  readonly apiBase: string | null;
  readonly isDraft: boolean;
}

/** Shows which entry would serve a model name, found in the browser by the function that the gateway calls. */
export function ResolutionTester({
  rows,
  drafts,
  onDrafts,
}: {
  rows: readonly ModelView[];
  drafts: readonly DraftEntry[];
  onDrafts: (drafts: readonly DraftEntry[]) => void;
}) {
  const [name, setName] = useState("");
  const inForce = useMemo(
    () =>
      rows.map((row): Entry => ({
        model_name: row.model_name,
        gateway_params: { model: row.upstream_model },
        id: row.id,
        apiBase: row.api_base,
        isDraft: false,
      })),
    [rows],
  );
  const entries = useMemo(() => [...inForce, ...drafts.flatMap(draftEntry)], [inForce, drafts]);
  const requested = name.trim();
  const resolution = useMemo(() => resolveModel(requested, entries), [requested, entries]);
  const today = useMemo(() => resolveModel(requested, inForce).winner?.upstreamModel, [requested, inForce]);
  return (
    <Card>
      <CardHeader
        title="Where does a name go?"
        description="Computed as you type, by the code that the gateway runs. Nothing is sent."
      />
      <div className="p-4">
        <TextField
          label="Model name"
          className="h-9 max-w-xl font-mono"
          placeholder="openai/gpt-4o-mini"
          value={name}
          onValue={setName}
        />
        <DraftEntries entries={drafts} onChange={onDrafts} />
        <div aria-live="polite" className="mt-1 min-h-16">
          {requested === "" ? (
            <p className="text-ink-soft">Type the name a caller would send in the field &quot;model&quot;.</p>
          ) : (
            <Outcome requested={requested} resolution={resolution} today={today} />
          )}
        </div>
      </div>
    </Card>
  );
}

/** A draft as an entry, once both fields are filled. Like a new entry of the database, it comes after all others. */
function draftEntry({ modelName, model }: DraftEntry, index: number): Entry[] {
  if (modelName.trim() === "" || model.trim() === "") return [];
  return [
    {
      model_name: modelName.trim(),
      gateway_params: { model: model.trim() },
      id: `draft ${index}`,
      apiBase: null,
      isDraft: true,
    },
  ];
}

/** Where a name goes, and why. `today`: where it goes without the drafts; undefined: nowhere. */
function Outcome({
  requested,
  resolution: { winner, group, candidates },
  today,
}: {
  requested: string;
  resolution: Resolution<Entry>;
  today: string | undefined;
}) {
  if (!winner)
    return (
      <p className="text-ink-soft">
        <strong className="font-semibold text-bad">No entry matches.</strong> A caller who may use this name gets 404{" "}
        <Mono as="code">model_not_found</Mono>.
      </p>
    );
  return (
    <>
      <p
        className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-accent-soft px-3 py-2"
        data-testid="winner"
      >
        <span className="font-mono font-medium wrap-anywhere">{requested}</span>
        <ArrowRight className="size-4 text-accent-text" aria-label="goes to" />
        <span className="font-mono font-semibold wrap-anywhere text-accent-text">{winner.upstreamModel}</span>
        {group.length > 1 && <Badge tone="accent">shared by {group.length} deployments</Badge>}
      </p>
      <p className="mt-1.5 text-meta text-ink-soft">{explainWinner(candidates)}</p>
      {today !== winner.upstreamModel && (
        <p className="mt-1 text-meta text-warn">
          Today it goes to {today === undefined ? "nothing" : <code className="font-mono">{today}</code>}.
        </p>
      )}
      <ol className="mt-3 space-y-2" aria-label="Candidates, most specific first">
        {candidates.map((candidate, rank) => (
          <CandidateLine
            key={candidate.entry.id}
            candidate={candidate}
            rank={rank + 1}
            requested={requested}
            wins={group.includes(candidate)}
          />
        ))}
      </ol>
    </>
  );
}

function CandidateLine({
  candidate,
  rank,
  requested,
  wins,
}: {
  candidate: Candidate<Entry>;
  rank: number;
  requested: string;
  wins: boolean;
}) {
  const { entry, captures, specificity, upstreamModel } = candidate;
  return (
    <li className={classNames("rounded-md border px-3 py-2", wins ? "border-accent/50" : "opacity-80")}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="w-4 text-right text-ink-faint tabular-nums">{rank}</span>
        <Mono className="font-medium wrap-anywhere">{entry.model_name}</Mono>
        {entry.isDraft && <Badge tone="warn">Draft</Badge>}
        {wins && (
          <Badge tone="accent">
            <Trophy className="size-3" aria-hidden /> Wins
          </Badge>
        )}
        <span className="text-meta text-ink-faint sm:ml-auto">
          {specificity.exact
            ? "exact name"
            : `${specificity.literalCharacters} literal characters · ${specificity.stars} ${specificity.stars === 1 ? "star" : "stars"} · prefix ${specificity.literalPrefix}`}
        </span>
      </div>
      <div className="mt-1.5 grid gap-x-3 gap-y-1 grid-cols-[auto_minmax(0,1fr)] pl-7 text-meta">
        <span className="text-ink-faint">matched</span>
        <CapturedName pattern={entry.model_name} name={requested} captures={captures} />
        <span className="text-ink-faint">upstream</span>
        <span>
          <FilledPattern pattern={entry.gateway_params.model} captures={captures} />
          <span className="sr-only">{upstreamModel}</span>
          {entry.apiBase && <span className="ml-2 wrap-anywhere text-ink-faint">at {entry.apiBase}</span>}
        </span>
      </div>
    </li>
  );
}
