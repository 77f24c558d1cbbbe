"use client";
import { FlaskConical } from "lucide-react";
import { useEffect, useState } from "react";
import { useIsHydrated } from "@/components/ui/hydration";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { PageHeader } from "@/components/shell/page-header";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Note } from "@/components/ui/text";
import { EmptyState } from "@/components/ui/states";
import { AskForm } from "./ask-form";
import { CopiedCallCard } from "./copied-call-card";
import { DifferenceCard } from "./difference-card";
import { type Draft, EMPTY_DRAFT } from "./draft";
import { continuedBy } from "./message";
import type { Run } from "./run";
import { RunView } from "./run-view";
import { dropHandedDraft, handedDraft } from "./handed-draft";
import { useRuns } from "./use-runs";

/**
 * `linked`: the identity and the model that the address names. `ownTeams`: the teams of a reader who may call only as
 * themselves; absent for administrators, who may call as anybody.
 */
export function PlaygroundPage({ linked, ownTeams }: { linked: Partial<Draft>; ownTeams?: readonly string[] }) {
  return (
    <>
      <PageHeader
        title="Playground"
        description={
          ownTeams
            ? "Call a model as yourself, under your own limits, and see the answer and its cost as they come."
            : "Call a model as yourself, or as a team, a user, a key or a token, and see the decision, the answer and its cost as they come."
        }
      />
      {/* Drawn in the browser alone: the server does not know what this tab has kept. */}
      {useIsHydrated() && <Playground linked={linked} ownTeams={ownTeams} />}
    </>
  );
}

function Playground({ linked, ownTeams }: { linked: Partial<Draft>; ownTeams: readonly string[] | undefined }) {
  const name = Object.keys(linked).length === 0 ? "playground" : `playground ${JSON.stringify(linked)}`;
  const kept = useKeptState<Draft>(name, () => ({ ...EMPTY_DRAFT, ...linked }));
  const [replayed, setReplayed] = useState(handedDraft);
  useEffect(dropHandedDraft, []);
  const draft = replayed ?? kept.state;
  // What was said in somebody's call stays out of the storage of the tab.
  const change = replayed ? (to: Partial<Draft>) => setReplayed({ ...replayed, ...to }) : kept.change;
  const { runs, asks, busy, start, stop } = useRuns();
  const [first, second] = runs;
  const onContinue = ({ text, calls }: Run) => change({ messages: continuedBy(draft.messages, text, calls) });
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <Card>
        <CardHeader title="Call" />
        <div className="space-y-4 p-4">
          {replayed && <Note>A call from Requests, to be made again as yourself. It is not kept in this tab.</Note>}
          {!replayed && kept.isRestored && <RestoredNotice onStartOver={() => kept.startOver()} />}
          <AskForm draft={draft} ownTeams={ownTeams} busy={busy} onChange={change} onSend={start} onStop={stop} />
        </div>
      </Card>
      <div className="min-w-0 space-y-5">
        {runs.length === 0 && (
          <Card>
            <EmptyState icon={FlaskConical} title="Nothing called yet">
              Choose a model, write a message, and select Send.
            </EmptyState>
          </Card>
        )}
        {first?.phase === "done" && second?.phase === "done" && <DifferenceCard first={first} second={second} />}
        <div className={classNames("grid items-start gap-5", runs.length > 1 && "xl:grid-cols-2")}>
          {runs.map((run, index) => (
            <RunView
              key={index}
              run={run}
              isAdministrator={ownTeams === undefined}
              onContinue={runs.length === 1 ? onContinue : undefined}
            />
          ))}
        </div>
        {asks[0] && <CopiedCallCard ask={asks[0]} />}
      </div>
    </div>
  );
}
