"use client";
import { Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Id, Section } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { Findings } from "@/components/shared/findings";
import { Ago, Until } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/write-button";
import { Dialog, useLast } from "@/components/ui/dialog";
import type { ModelView } from "@/lib/wire/model";
import { describeCooldown } from "./describe-cooldown";
import { EntryStatus, Source } from "./entries-table";
import type { EntryNotes } from "./entry-notes";

/** An entry in full: its upstream, its health, the names it overlaps with, and the findings about it. */
export function EntryDrawer({
  entry,
  notes,
  onClose,
  onEdit,
  onDelete,
}: {
  entry: ModelView | undefined;
  notes: EntryNotes | undefined;
  onClose: () => void;
  onEdit: (entry: ModelView) => void;
  onDelete: (entry: ModelView) => void;
}) {
  const shown = useLast(entry);
  const shownNotes = useLast(notes);
  if (!shown) return null;
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={onClose}
      place="right"
      title={<span className="font-mono text-[14px]">{shown.model_name}</span>}
      footer={
        shown.source === "database" ? (
          <>
            <WriteButton size="small" onClick={() => onEdit(shown)}>
              <Pencil className="size-3.5" aria-hidden /> Edit model
            </WriteButton>
            <WriteButton size="small" onClick={() => onDelete(shown)}>
              <Trash2 className="size-3.5" aria-hidden /> Delete
            </WriteButton>
          </>
        ) : (
          <p className="mr-auto text-[12.5px] text-ink-faint">
            Defined in config.yaml. Changes to the file are in force at once.
          </p>
        )
      }
    >
      <EntryDetail entry={shown} notes={shownNotes} />
    </Dialog>
  );
}

function EntryDetail({ entry, notes }: { entry: ModelView; notes: EntryNotes | undefined }) {
  const { model: _model, ...params } = entry.gateway_params;
  const description = entry.model_info["description"];
  return (
    <div className="space-y-6">
      {typeof description === "string" && <p className="text-ink-soft">{description}</p>}
      <Facts
        rows={[
          ["Status", <EntryStatus key="status" entry={entry} notes={notes} />],
          ["Upstream", <Code key="upstream">{entry.upstream_model}</Code>],
          ["Provider", entry.provider],
          ["Base address", entry.api_base ?? "The provider's own"],
          ["From", <Source key="source" row={entry} />],
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
        ]}
      />
      {entry.unusable !== null && (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          This node cannot serve calls with it: {entry.unusable}
        </p>
      )}
      {entry.resting.length > 0 && (
        <Section title="Cooling down">
          <ul className="divide-y rounded-md border">
            {entry.resting.map(({ model, failures, reason, until }) => (
              <li key={model} className="flex justify-between gap-3 px-3 py-1.5">
                <Code>{model}</Code>
                <span className="text-ink-faint">
                  {describeCooldown(reason, failures)}, tried again <Until iso={until} />
                </span>
              </li>
            ))}
          </ul>
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
      <Section title="Parameters">
        {Object.keys(params).length === 0 ? (
          <p className="text-ink-faint">Only the model.</p>
        ) : (
          <Facts
            rows={Object.entries(params).map(
              ([name, value]) =>
                [name, <Code key={name}>{typeof value === "string" ? value : JSON.stringify(value)}</Code>] as const,
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
          <span className="text-[12.5px] text-ink-faint sm:ml-auto">
            <Code>{example}</Code> goes {wins ? "here" : "there"}
            {tie && ", by their order alone"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[12.5px] break-all">{children}</code>;
}
