"use client";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { ArrowRight, CircleCheck, History, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DraftSettingsField } from "@/components/claims/draft-settings-field";
import { useRead } from "@/components/api/use-read";
import { formatCount } from "@/components/api/format";
import { readJsonObject } from "@/components/shared/forms/read-json";
import { Section } from "@/components/shared/detail-drawer";
import { Ago } from "@/components/shared/time";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { ReplayPeople } from "./replay/replay-people";
import type { AccessOverrides } from "@/lib/config/schema";
import type { Replayed } from "@/lib/wire/replay";

const NOTHING: Readonly<Record<string, unknown>> = {};

/** What a draft would have changed for recorded calls, decided by the code that decides about real ones. */
export function ReplayDrawer({ draft, open, onClose }: { draft: AccessOverrides; open: boolean; onClose: () => void }) {
  const [more, setMore] = useState<Readonly<Record<string, unknown>>>(NOTHING);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const settings = { ...draft, ...more };
  const replay = useRead(decisionContracts.replay, { settings }, { enabled: open, staleTime: 0, retry: false });
  const tryAgain = () => {
    const read = text.trim() === "" ? { value: NOTHING } : readJsonObject(text, "Settings are");
    setFault("fault" in read ? read.fault : undefined);
    if ("fault" in read) return;
    if (JSON.stringify(read.value) === JSON.stringify(more)) void replay.refetch();
    else setMore(read.value);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      place="right"
      title="What changes for real traffic"
      description="The draft, tried on recorded requests. Nothing is called and nothing is saved."
      footer={
        <Button size="small" busy={replay.isFetching} onClick={tryAgain}>
          <RotateCw className="size-3.5" aria-hidden /> Try again
        </Button>
      }
    >
      <div className="mb-6">
        <DraftSettingsField
          hint="Optional. More settings of gateway_jwtauth for this trial, such as claim fields. They are not part of the draft."
          error={fault}
          value={text}
          onChange={(value) => {
            setText(value);
            setFault(undefined);
          }}
        />
      </div>
      {replay.isPending ? (
        <div role="status" aria-label="Loading" className="space-y-3">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : replay.isLoadingError ? (
        <ErrorState title="The draft could not be tried" error={replay.error} retry={() => void replay.refetch()} />
      ) : replay.data.evaluated === 0 ? (
        <EmptyState icon={History} title="No recorded traffic">
          The gateway records every request that it decides. Once it has some, you can try a draft on them.
        </EmptyState>
      ) : (
        <Outcome report={replay.data} />
      )}
    </Dialog>
  );
}

function Outcome({ report }: { report: Replayed }) {
  const { newly_denied: denied, newly_allowed: allowed, resolved_differently: moved } = report.totals;
  const changes = denied.calls + allowed.calls + moved.calls;
  return (
    <div className="space-y-6">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border bg-line">
        <Count name="Would be refused" count={denied.calls} tone={denied.calls > 0 ? "text-bad" : ""} />
        <Count name="Would get through" count={allowed.calls} tone={allowed.calls > 0 ? "text-good" : ""} />
        <Count name="Unchanged" count={report.unchanged} tone="" />
      </dl>
      <p className="text-meta text-ink-faint">
        {formatCount(report.evaluated)} {report.evaluated === 1 ? "call" : "calls"} of the last{" "}
        {report.days === 1 ? "day" : `${report.days} days`}.
        {report.truncated && " There were more; the rarest requests are left out."}
        {report.not_evaluated.map(({ reason, count }) => ` ${formatCount(count)} left out: ${reason}.`).join("")}
      </p>
      {changes === 0 && (
        <p className="flex items-center gap-2 text-ink-soft">
          <CircleCheck className="size-4 shrink-0 text-good" aria-hidden /> None of these calls would be answered
          differently.
        </p>
      )}
      <Changes title="Would lose access" tone="bad" groups={report.newly_denied} total={denied.groups} />
      <Changes title="Would gain access" tone="good" groups={report.newly_allowed} total={allowed.groups} />
      <ReplayPeople people={report.people} total={report.people_total} />
      {report.resolved_differently.length > 0 && (
        <Section title={`Served by another entry (${formatCount(moved.groups)})`}>
          <ul className="divide-y rounded-md border">
            {report.resolved_differently.map((group) => (
              <Line key={group.model} count={group.count} seen={group.last_seen}>
                <span className="font-mono text-meta wrap-anywhere">{group.model}</span>
                <span className="flex flex-wrap items-center gap-1 text-meta text-ink-faint">
                  {group.before?.upstream_model ?? "nothing"} <ArrowRight className="size-3" aria-label="to" />{" "}
                  {group.after?.upstream_model ?? "nothing"}
                </span>
              </Line>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function Count({ name, count, tone }: { name: string; count: number; tone: string }) {
  return (
    <div className="bg-raised px-3 py-2">
      <dt className="text-meta text-ink-faint">{name}</dt>
      <dd className={`text-section font-semibold tabular-nums ${tone}`}>{formatCount(count)}</dd>
    </div>
  );
}

function Changes({
  title,
  tone,
  groups,
  total,
}: {
  title: string;
  tone: Tone;
  groups: Replayed["newly_denied"];
  total: number;
}) {
  if (groups.length === 0) return null;
  return (
    <Section title={`${title} (${formatCount(total)})`}>
      <ul className="divide-y rounded-md border">
        {groups.map((group) => (
          <Line
            key={`${group.who} ${group.route} ${group.model} ${group.code}`}
            count={group.count}
            seen={group.last_seen}
          >
            <span className="font-medium break-words">{group.who}</span>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta">
              <code className="font-mono wrap-anywhere">{group.model ?? group.route}</code>
              <Badge tone={tone}>{tone === "good" ? `Was refused: ${group.code}` : group.code}</Badge>
            </span>
            <span className="block text-meta break-words text-ink-faint">{group.message}</span>
          </Line>
        ))}
      </ul>
      {total > groups.length && (
        <p className="mt-1.5 text-meta text-ink-faint">
          The most frequent {groups.length} of {formatCount(total)}.
        </p>
      )}
    </Section>
  );
}

function Line({ count, seen, children }: { count: number; seen: string; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-2">
      <div className="min-w-0 space-y-0.5">{children}</div>
      <span className="shrink-0 text-right">
        <span className="block font-medium tabular-nums">
          {formatCount(count)} {count === 1 ? "call" : "calls"}
        </span>
        <span className="text-meta text-ink-faint">
          <Ago iso={seen} />
        </span>
      </span>
    </li>
  );
}
