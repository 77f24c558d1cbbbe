"use client";
import { BellOff, Check, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { addressOf } from "@/components/api/address";
import { formatCount } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { CheckList } from "@/components/explain/check-list";
import { Sentence } from "@/components/sentences/sentence";
import { Facts } from "@/components/shared/facts";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Section } from "@/components/shared/detail-drawer";
import { Ago } from "@/components/shared/time";
import { CopyButton } from "@/components/ui/copy-button";
import { RowDialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { eachAddress, linkTo } from "./group-address";
import { useTriage } from "./use-triage";
import { codeName } from "@/components/sentences/code-names";
import { Who } from "@/components/sentences/who";
import { Id } from "@/components/shared/detail-drawer";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const RaiseRequests = lazyPart(() =>
  import("@/components/budgets/raise-requests").then((module) => module.RaiseRequests),
);
const RepairPanel = lazyPart(() => import("@/components/repairs/repair-panel").then((module) => module.RepairPanel));

/** One group of refusals: an example, its failing check, its repairs, and what can be done with the group. */
export function RefusalDrawer({ row, onClose }: { row: RefusalsView | undefined; onClose: () => void }) {
  return (
    <RowDialog row={row} onClose={onClose} place="right" title={(group) => codeName(group.code)}>
      {(group) => <RefusalDetail row={group} onDone={onClose} />}
    </RowDialog>
  );
}

function RefusalDetail({ row, onDone }: { row: RefusalsView; onDone: () => void }) {
  const { code, kind, principal, route, model, examples } = row;
  const group = { code, kind, principal, route, model };
  const { dismiss, snooze, reopen } = useTriage(onDone);
  const [example] = examples;
  return (
    <div className="space-y-6">
      <Facts
        rows={[
          ["Code", <Id key="code" id={code} label="Copy code" />],
          ["Who", <Who key="who" row={row} whole />],
          ...(isRaise(row) ? [] : refusedFacts(row)),
          ...(row.marked_by === null || row.state === "open" ? [] : [["Hidden by", row.marked_by] as const]),
        ]}
      />
      {isRaise(row) ? <RaiseRequests row={row} onDone={onDone} /> : <AccessRequests requests={row.requests} />}
      <div className="flex flex-wrap gap-2">
        {row.state === "open" ? (
          <>
            <WriteButton size="small" busy={dismiss.isPending} onClick={() => dismiss.mutate([group])}>
              <Check className="size-3.5" aria-hidden /> Dismiss
            </WriteButton>
            <WriteButton size="small" busy={snooze.isPending} onClick={() => snooze.mutate([group])}>
              <BellOff className="size-3.5" aria-hidden /> Snooze for 24 hours
            </WriteButton>
          </>
        ) : (
          <WriteButton size="small" busy={reopen.isPending} onClick={() => reopen.mutate([group])}>
            <Undo2 className="size-3.5" aria-hidden /> Show again
          </WriteButton>
        )}
        <CopyButton text={window.location.origin + addressOf(linkTo(group))} label="Copy link" />
      </div>
      {example === undefined ? (
        !isRaise(row) && <p className="text-ink-faint">No example of this group is kept.</p>
      ) : (
        <Example id={example} others={examples.slice(1)} />
      )}
    </div>
  );
}

/** What was refused, how often and when. */
function refusedFacts(row: RefusalsView): [string, ReactNode][] {
  const { code, kind, principal, route, model } = row;
  return [
    [
      route === "/mcp" ? "Tool" : "Model",
      <Mono as="code" key="model" className="wrap-anywhere">
        {model === "" ? "any" : model}
      </Mono>,
    ],
    [
      "Route",
      <Mono as="code" key="route">
        {route === "" ? "any" : route}
      </Mono>,
    ],
    [
      "Refused",
      <span key="count">
        {row.count === 1 ? "Once" : `${formatCount(row.count)} times`} ·{" "}
        <Link
          href={eachAddress({ code, kind, principal, route, model })}
          prefetch={false}
          className="text-accent-text hover:underline"
        >
          View all
        </Link>
      </span>,
    ],
    ["First", <Ago key="first" iso={row.first_at} />],
    ["Last", <Ago key="last" iso={row.last_at} />],
  ];
}

/** Whether a group is about a budget that somebody asks to be higher, and not about refusals. */
function isRaise({ code }: Pick<RefusalsView, "code">): boolean {
  return code === "budget_raise";
}

function AccessRequests({ requests }: Pick<RefusalsView, "requests">) {
  if (requests.length === 0) return null;
  return (
    <Section title="Requests for access">
      <ul className="space-y-1.5">
        {requests.map(({ requested_by: by, note, decision_id: id, at }) => (
          <li key={by + at} className="rounded-md border px-3 py-2 break-words">
            Requested by <strong className="font-medium">{by}</strong>
            {note && `: ${note}`}
            <span className="mt-0.5 block text-meta text-ink-faint">
              <Ago iso={at} />
              {id !== null && (
                <>
                  {" "}
                  ·{" "}
                  <Link
                    href={`/console/explain?id=${encodeURIComponent(id)}`}
                    prefetch={false}
                    className="text-accent-text hover:underline"
                  >
                    Their refusal
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Example({ id, others }: { id: string; others: readonly string[] }) {
  const record = useRead(decisionContracts.recorded, { id }, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  if (record.isPending) return <Skeleton className="h-40 w-full" />;
  if (record.isLoadingError)
    return <InlineError error={record.error} name="the example" retry={() => void record.refetch()} />;
  const failed = record.data.checks.filter(({ outcome }) => outcome === "fail");
  return (
    <>
      <RepairPanel key={id} record={record.data} />
      <Section title="The latest example">
        {failed.length > 0 ? (
          <CheckList checks={failed} names={record.data.names} />
        ) : (
          <p className="break-words text-ink-soft">
            <Sentence text={record.data.message ?? ""} names={record.data.names} />
          </p>
        )}
        <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-meta">
          {[id, ...others].map((one, at) => (
            <Link
              key={one}
              href={`/console/explain?id=${encodeURIComponent(one)}`}
              prefetch={false}
              className="font-medium text-accent-text hover:underline"
            >
              {at === 0 ? "Explain" : `Example ${at + 1}`}
            </Link>
          ))}
        </p>
      </Section>
    </>
  );
}
