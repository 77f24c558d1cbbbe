"use client";
import { TextField } from "@/components/shared/forms/text-field";
import { useState } from "react";
import { formatDay } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { toast } from "@/components/ui/lazy/toast";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { useOperation } from "@/components/api/use-operation";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Mono } from "@/components/ui/text";
import { type OwnRefusal, refusalContracts } from "@/lib/wire/contracts/refusals";
import { OwnPart } from "./own-part";
import { hoursSince } from "./hours-since";
import type { PageTime } from "@/components/time-range/page-time";

/** Refusals that more access would not end: what the request or the token says is in the way. */
const NO_ACCESS_HELPS: ReadonlySet<string> = new Set([
  "end_user_blocked",
  "end_user_not_allowed",
  "key_expired",
  "too_many_teams",
  "group_overage",
]);

/** The most refusals that the gateway lists, the newest. */
const MOST_REFUSALS = 200;

/**
 * What was refused to the caller since the page's time began. For each, the caller can ask for access. `shown`: how
 * many are shown at most, as a string; empty: the usual number.
 */
export function OwnRefusals({
  time: { start_date: since, time_zone: zone },
  shown,
  onShow,
}: {
  time: PageTime;
  shown: string;
  onShow: (shown: string) => void;
}) {
  const [now] = useState(serverTime);
  const size = Math.min(Math.max(PAGE_SIZE, Number.parseInt(shown, 10) || 0), MOST_REFUSALS);
  const refusals = useRead(refusalContracts.own, { hours: String(hoursSince(since, zone, now)), size }, LIVE);
  return (
    <Card>
      <CardHeader title="Refused to you" description={`Since ${formatDay(since)}.`}>
        <Freshness query={refusals} label="Refresh what was refused" />
      </CardHeader>
      <OwnPart query={refusals}>
        {({ data, next }) =>
          data.length === 0 ? (
            <p className="text-ink-faint">Nothing was refused.</p>
          ) : (
            <>
              <ul className="divide-y rounded-md border" aria-label="Refusals">
                {data.map((row) => (
                  <Refusal key={JSON.stringify([row.code, row.route, row.model])} row={row} />
                ))}
              </ul>
              {next !== null && (
                <Button size="small" className="mt-2" onClick={() => onShow(String(size + PAGE_SIZE))}>
                  Show more
                </Button>
              )}
            </>
          )
        }
      </OwnPart>
    </Card>
  );
}

function Refusal({ row }: { row: OwnRefusal }) {
  const [asks, setAsks] = useState(false);
  /** Whether the form was open before: its button then gets the focus back. */
  const [wasAsking, setWasAsking] = useState(false);
  const close = () => {
    setWasAsking(true);
    setAsks(false);
  };
  return (
    <li className="space-y-2 px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Mono className="min-w-0 wrap-anywhere">{row.model === "" ? row.route : row.model}</Mono>
        <span className="text-ink-faint">
          <Ago iso={row.at} />
        </span>
      </div>
      <p className="break-words text-ink-soft">{row.message}</p>
      {row.requested_at !== null && (
        // Takes the focus from the form, which is gone.
        <p ref={asks ? takeFocus : undefined} tabIndex={-1} className="text-ink-faint focus:outline-none">
          You asked for access <Ago iso={row.requested_at} />.
        </p>
      )}
      {row.requested_at === null && !asks && !NO_ACCESS_HELPS.has(row.code) && (
        <Button size="small" autoFocus={wasAsking} onClick={() => setAsks(true)}>
          Request access
        </Button>
      )}
      {row.requested_at === null && asks && <RequestForm decisionId={row.decision_id} onCancel={close} />}
    </li>
  );
}

/** A ref that gives the focus to its element when that appears. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function RequestForm({ decisionId, onCancel }: { decisionId: string; onCancel: () => void }) {
  const kept = useKeptState(`request:${decisionId}`, () => ({ note: "" }));
  const { note } = kept.state;
  const request = useOperation(refusalContracts.requestAccess, {
    onSuccess: () => {
      kept.forget();
      toast.success("The administrators see your request");
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        request.mutate({ decision_id: decisionId, note: note.trim() === "" ? null : note.trim() });
      }}
    >
      <TextField
        label="What for?"
        hint="The administrators read this."
        value={note}
        maxLength={512}
        autoFocus
        onValue={(typed) => kept.change({ note: typed })}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" busy={request.isPending}>
          Send the request
        </Button>
        <Button
          size="small"
          onClick={() => {
            kept.forget();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
