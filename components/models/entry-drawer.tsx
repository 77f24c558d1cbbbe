"use client";
import { Copy, Pencil, Trash2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { describeReceipts } from "@/components/shared/receipts";
import { modelContracts } from "@/lib/wire/contracts/models";
import { Id, OpenPage, Section } from "@/components/shared/detail-drawer";
import { entityAddress } from "@/components/shared/entity-address";
import { Facts } from "@/components/shared/facts";
import { Findings } from "@/components/shared/findings";
import { Ago, Until } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Dialog, useLast } from "@/components/ui/dialog";
import { Mono, Note } from "@/components/ui/text";
import { formatCount, formatDuration, formatPercent } from "@/components/api/format";
import type { RecentFigures } from "@/components/shared/use-last-hour";
import type { DeploymentHealth } from "@/lib/wire/contracts/health";
import type { ModelView } from "@/lib/wire/model";
import { describeCooldown } from "./describe-cooldown";
import { failureText } from "./entry-health";
import { entryPrice } from "./entry-price";
import { EntryTest } from "./entry-test";
import { EntryStatus, Source } from "./entries-table";
import type { EntryNotes } from "./entry-notes";

/** An entry in full: its upstream, its health, the names it overlaps with, and the findings about it. */
export function EntryDrawer({
  entry,
  notes,
  recent,
  onClose,
  onEdit,
  onDelete,
}: {
  entry: ModelView | undefined;
  notes: EntryNotes | undefined;
  recent: RecentFigures;
  onClose: () => void;
  onEdit: (entry: ModelView) => void;
  onDelete: (entry: ModelView) => void;
}) {
  const shown = useLast(entry);
  const shownNotes = useLast(notes);
  const takeOver = useOperation(modelContracts.takeOver, {
    onSuccess: ({ model_name: name, nodes }) =>
      toast.success(`${name} is taken over`, { description: describeReceipts(nodes, "In force") }),
    onError: (error) => toast.error(error.message),
  });
  if (!shown) return null;
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={onClose}
      place="right"
      title={<span className="font-mono text-section">{shown.model_name}</span>}
      footer={
        shown.source === "database" ? (
          <>
            <OpenPage href={entityAddress("deployment", shown.id)} />
            <WriteButton size="small" onClick={() => onEdit(shown)}>
              <Pencil className="size-3.5" aria-hidden /> Edit model
            </WriteButton>
            <WriteButton size="small" onClick={() => onDelete(shown)}>
              <Trash2 className="size-3.5" aria-hidden /> {shown.taken_over ? "Restore in config.yaml" : "Delete"}
            </WriteButton>
          </>
        ) : (
          <>
            <OpenPage href={entityAddress("deployment", shown.id)} />
            <Note className="mr-auto max-w-72">
              Defined in config.yaml. Take it over to change it here: a copy replaces it until you delete the copy.
            </Note>
            <WriteButton size="small" busy={takeOver.isPending} onClick={() => takeOver.mutate({ id: shown.id })}>
              <Copy className="size-3.5" aria-hidden /> Take over
            </WriteButton>
          </>
        )
      }
    >
      <EntryDetail entry={shown} notes={shownNotes} recent={recent} />
    </Dialog>
  );
}

/** An entry in full, in a drawer or on its page. */
export function EntryDetail({
  entry,
  notes,
  recent,
}: {
  entry: ModelView;
  notes: EntryNotes | undefined;
  recent: RecentFigures;
}) {
  const { model: _model, ...params } = entry.gateway_params;
  const description = entry.model_info["description"];
  return (
    <div className="space-y-6">
      {typeof description === "string" && <p className="text-ink-soft">{description}</p>}
      <Section title="About this entry">
        <Facts rows={aboutEntry(entry, notes, recent)} />
      </Section>
      {entry.unusable !== null && (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          This node cannot serve calls with it: {entry.unusable}
        </p>
      )}
      {entry.credential_failure !== null && (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          This node has no credential for its calls: {entry.credential_failure}
        </p>
      )}
      {entry.cooldowns.length > 0 && (
        <Section title="Cooling down">
          <Cooldowns entry={entry} />
        </Section>
      )}
      {!entry.priced && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          This model has no known price. Add one under{" "}
          <Link href="/console/prices" prefetch={false} className="font-medium underline underline-offset-2">
            Prices
          </Link>
          .
        </p>
      )}
      <EntryTest key={entry.id} entry={{ id: entry.id }} name={entry.model_name} />
      <Section title="Parameters">
        {Object.keys(params).length === 0 ? (
          <p className="text-ink-faint">Only the model.</p>
        ) : (
          <Facts
            rows={Object.entries(params).map(
              ([name, value]) => [name, <Parameter key={name} value={value} />] as const,
            )}
          />
        )}
      </Section>
      <Section title="Overlaps with">
        <Overlaps notes={notes} />
      </Section>
      {notes && notes.findings.length > 0 && (
        <Section title="Findings">
          <Findings findings={notes.findings} />
        </Section>
      )}
    </div>
  );
}

/** What an entry is, where it leads, and how it fares. */
function aboutEntry(
  entry: ModelView,
  notes: EntryNotes | undefined,
  recent: RecentFigures,
): (readonly [string, ReactNode])[] {
  return [
    ["Status", <EntryStatus key="status" entry={entry} notes={notes} recent={recent} />],
    ...(recent ? hourOf(recent.get(entry.id)) : recent === null ? UNREAD_HOUR : []),
    ...priceOf(entry),
    ["Upstream", <Code key="upstream">{entry.upstream_model}</Code>],
    ["Provider", entry.provider],
    ["Base address", entry.api_base ?? "The provider's own"],
    ["From", <Source key="source" row={entry} />],
    ...(entry.taken_over ? [["Replaces", "The entry of config.yaml with this id"] as const] : []),
    ["Id", <Id key="id" id={entry.id} label="Copy entry id" />],
    ...(entry.created_at === null
      ? []
      : [
          [
            "Added",
            <span key="added">
              <Ago iso={entry.created_at} /> by {entry.created_by}
            </span>,
          ] as const,
        ]),
  ];
}

function Cooldowns({ entry }: { entry: ModelView }) {
  return (
    <ul className="divide-y rounded-md border">
      {entry.cooldowns.map(({ model, failures, reason, until }) => (
        <li key={model} className="flex justify-between gap-3 px-3 py-1.5">
          <Code>{model}</Code>
          <span className="text-ink-faint">
            {describeCooldown(reason, failures)}, tried again <Until iso={until} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What its calls cost, and where that price comes from. */
function priceOf(entry: ModelView): [string, ReactNode][] {
  const price = entryPrice(entry);
  if (!price) return [];
  if (price.rates.length === 0) return [["Price", price.from]];
  const list = price.rates.map(({ label, amount }) => (
    <span key={label} className="block tabular-nums">
      {label} {amount}
    </span>
  ));
  return [
    [
      "Price",
      <span key="price">
        {list}
        <span className="block text-meta text-ink-faint">{price.from}</span>
      </span>,
    ],
  ];
}

const UNREAD_HOUR: readonly [string, ReactNode][] = [["Last hour", "Could not be read"]];

/** The figures of the last hour, if there were calls. */
function hourOf(recent: DeploymentHealth | undefined): [string, ReactNode][] {
  if (!recent)
    return [
      [
        "Last hour",
        <span key="hour" className="text-ink-faint">
          No calls
        </span>,
      ],
    ];
  const { success_rate: rate, latency_p50_ms: half, latency_p95_ms: most, last_failure_at: failedAt } = recent;
  const failed = recent.failed + recent.retried;
  const all = failed + recent.served + recent.declined;
  const rows: [string, ReactNode][] = [
    ["Last hour", rate === null ? "No attempt has ended" : `${formatPercent(rate)} of ${formatCount(all)} succeeded`],
  ];
  if (half !== null && most !== null)
    rows.push(["Latency", `${formatDuration(half)} for half, ${formatDuration(most)} for 95%`]);
  if (failedAt !== null)
    rows.push([
      "Last failure",
      <span key="failure">
        {recent.last_failure && (
          <Link
            href={`/console/requests?any_id=${encodeURIComponent(recent.last_failure.call_id)}`}
            prefetch={false}
            className="font-medium text-accent-text hover:underline"
          >
            {failureText(recent.last_failure.failure)}
          </Link>
        )}{" "}
        <Ago iso={failedAt} />
      </span>,
    ]);
  return rows;
}

function Overlaps({ notes }: { notes: EntryNotes | undefined }) {
  const all = [
    ...(notes?.ties ?? []).map((tie) => ({ ...tie, tie: true })),
    ...(notes?.overlaps ?? []).map((overlap) => ({ ...overlap, tie: false })),
  ];
  if (all.length === 0) return <p className="text-ink-faint">No other model name matches the same requests.</p>;
  return (
    <ul className="divide-y rounded-md border">
      {all.map(({ other, example, wins, tie }) => (
        <li key={other} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
          <Code>{other}</Code>
          {tie && <Badge tone="warn">Tied</Badge>}
          {other === notes?.shadowedBy && <Badge tone="warn">Takes all requests</Badge>}
          <span className="text-meta text-ink-faint sm:ml-auto">
            <Code>{example}</Code> goes {wins ? "here" : "there"}
            {tie && ", only by their order"}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A value of `gateway_params`. The API shows a secret that is too short for a hint as an ellipsis. */
function Parameter({ value }: { value: unknown }) {
  if (value === "…") return <span className="text-ink-faint">Stored, not shown</span>;
  return <Code>{typeof value === "string" ? value : JSON.stringify(value)}</Code>;
}

function Code({ children }: { children: ReactNode }) {
  return (
    <Mono as="code" className="wrap-anywhere">
      {children}
    </Mono>
  );
}
