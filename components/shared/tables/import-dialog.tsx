"use client";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { tableContractsOf } from "@/lib/wire/contracts/tables";
import {
  ENTITY_TABLES,
  type ImportedRow,
  type ImportReport,
  MOST_IMPORTED,
  type TableKind,
} from "@/lib/wire/tables/entity-tables";
import { importText, reportText, rowText } from "./import-words";

/** How many rows of a plan are shown. */
const MOST_SHOWN = 50;

/** Changes a list by a CSV file: first it says what would change, and then does it. */
export function ImportDialog({
  kind,
  many,
  open,
  onClose,
}: {
  kind: TableKind;
  many: string;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(to) => {
        if (!to) onClose();
      }}
      place="right"
      title={`Import ${many}`}
      description={`A CSV file with up to ${MOST_IMPORTED} rows. Fields without a column keep their values; an empty cell clears its field. You see every change before it is made.`}
    >
      <ImportForm kind={kind} many={many} onClose={onClose} />
    </Dialog>
  );
}

function ImportForm({ kind, many, onClose }: { kind: TableKind; many: string; onClose: () => void }) {
  const [csv, setCsv] = useState("");
  const contract = tableContractsOf[kind].import;
  const plan = useOperation(contract);
  const save = useOperation(contract, {
    keepsSecret: true,
    onSuccess: (report) => {
      if (report.applied) toast.success(`Imported ${many}: ${reportText(report)}`);
    },
  });
  const report = save.data ?? plan.data;
  const isDone = save.data?.applied === true;
  const submit = plan.data && importText(plan.data);
  const read = async (file: File | undefined): Promise<void> => {
    save.reset();
    plan.reset();
    const text = (await file?.text()) ?? "";
    setCsv(text);
    if (text !== "") plan.mutate({ csv: text, dry_run: true });
  };
  return (
    <Form
      submit={isDone ? "Done" : (submit ?? "Import")}
      changes={!isDone}
      busy={plan.isPending || save.isPending}
      disabled={!isDone && submit === undefined}
      error={save.error ?? plan.error}
      onSubmit={() => (isDone ? onClose() : save.mutate({ csv, dry_run: false }))}
      onCancel={onClose}
    >
      <Field label="CSV file" hint={`Columns: ${ENTITY_TABLES[kind].map(({ name }) => name).join(", ")}.`}>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".csv,text/csv"
            className="!h-auto py-1"
            disabled={isDone}
            onChange={({ target }) => void read(target.files?.[0])}
          />
        )}
      </Field>
      {report && <Report report={report} />}
      {isDone && kind === "key" && <Secrets rows={report?.rows ?? []} />}
    </Form>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { rows, ignored_columns: ignored } = report;
  // What is refused must be mended, so it comes first.
  const shown = rows.toSorted((one, other) => Number(other.action === "refuse") - Number(one.action === "refuse"));
  return (
    <section aria-label={report.applied ? "What was imported" : "What would change"} className="space-y-2">
      <p role="status" className="font-medium">
        {reportText(report)}
      </p>
      {ignored.length > 0 && (
        <p className="text-meta text-ink-soft">Not imported, because nobody can set them: {ignored.join(", ")}.</p>
      )}
      <ul className="divide-y rounded-md border">
        {shown.slice(0, MOST_SHOWN).map((row) => (
          <li key={row.line} className="px-3 py-1.5">
            <span className="flex justify-between gap-3">
              <span dir="auto" className="min-w-0 truncate text-left font-medium">
                {row.id ?? "New id"}
              </span>
              <span className="shrink-0 text-meta text-ink-faint">line {row.line}</span>
            </span>
            <span
              className={classNames(
                "block text-meta wrap-anywhere",
                row.action === "refuse" ? "text-bad" : "text-ink-soft",
              )}
            >
              {rowText(row)}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > MOST_SHOWN && <p className="text-meta text-ink-faint">and {rows.length - MOST_SHOWN} more</p>}
    </section>
  );
}

/** The secrets of the keys that were made, which are shown this once. */
function Secrets({ rows }: { rows: readonly ImportedRow[] }) {
  const made = rows.filter(({ key }) => key !== undefined);
  if (made.length === 0) return null;
  const text = made.map(({ line, id, key }) => `${line},${id ?? ""},${key ?? ""}`).join("\n");
  return (
    <section aria-label="Secrets" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
      <p>
        Copy the secrets of {made.length === 1 ? "the new key" : `the ${made.length} new keys`} now. They are never
        shown again.
      </p>
      <pre className="mt-2 max-h-40 overflow-auto font-mono text-meta" tabIndex={0}>
        {`line,token_id,key\n${text}`}
      </pre>
      <CopyButton text={`line,token_id,key\n${text}\n`} label="Copy the secrets" />
    </section>
  );
}
