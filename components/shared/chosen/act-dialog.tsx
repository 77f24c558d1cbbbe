"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { invalidate } from "@/components/api/use-operation";
import { Checkbox, Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { counted } from "@/components/shared/wording";
import { RowDialog } from "@/components/ui/dialog";
import { actInTurn, type Outcome } from "./act-in-turn";
import type { ChosenAct } from "./chosen-act";

/** How many rows are named. */
const MOST_NAMED = 8;

interface Acting<Row> {
  readonly act: ChosenAct<Row>;
  readonly rows: readonly Row[];
}

interface Names<Row> {
  readonly words: { readonly one: string; readonly many: string };
  readonly nameOf: (row: Row) => string;
  readonly keyOf: (row: Row) => string;
}

/** Asks before something is done to several rows, does it to each in turn, and says what became of them. */
export function ActDialog<Row>({
  acting,
  onClose,
  onDone,
  ...names
}: Names<Row> & {
  acting: Acting<Row> | undefined;
  onClose: () => void;
  /** Called when it was done to all rows. */
  onDone: () => void;
}) {
  const { one, many } = names.words;
  return (
    <RowDialog
      row={acting}
      onClose={onClose}
      title={({ act, rows }) => `${act.verb} ${counted(rows.length, one, many)}?`}
      description={({ act }) => act.says}
    >
      {(shown) => <ActForm acting={shown} {...names} onClose={onClose} onDone={onDone} />}
    </RowDialog>
  );
}

function ActForm<Row>({
  acting: { act, rows },
  words: { one, many },
  nameOf,
  keyOf,
  onClose,
  onDone,
}: Names<Row> & { acting: Acting<Row>; onClose: () => void; onDone: () => void }) {
  const queries = useQueryClient();
  const [target, setTarget] = useState("");
  const [cascades, setCascades] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<Row>>();
  // A second try is for those that were refused.
  const open = outcome && !busy ? outcome.failed.map(({ row }) => row) : rows;
  const undoAll = async (done: readonly Row[], undo: (row: Row) => Promise<unknown>): Promise<void> => {
    const { failed } = await actInTurn(done, undo);
    await invalidate(queries);
    if (failed[0]) toast.error(`${counted(failed.length, one, many)} not undone: ${failed[0].message}`);
    else toast.success("Undone");
  };
  const start = async (): Promise<void> => {
    setBusy(true);
    const ended = await actInTurn(open, (row) => act.act(row, { target: target.trim(), cascades }), setOutcome);
    await invalidate(queries);
    setBusy(false);
    const { undo } = act;
    if (ended.done.length > 0)
      toast.success(`${counted(ended.done.length, one, many)} ${act.done}`, {
        ...(undo && { action: { label: "Undo", onClick: () => void undoAll(ended.done, undo) } }),
        duration: 15_000,
      });
    if (ended.failed.length > 0) return;
    onDone();
    onClose();
  };
  return (
    <Form
      submit={`${act.verb} ${counted(open.length, one, many)}`}
      tone={act.tone === "danger" ? "danger" : "primary"}
      busy={busy}
      disabled={act.target !== undefined && target.trim() === ""}
      error={null}
      onSubmit={() => void start()}
      onCancel={onClose}
    >
      <NameList names={open.map((row) => ({ key: keyOf(row), name: nameOf(row) }))} />
      {act.target?.(target, setTarget)}
      {act.cascade && <Checkbox {...act.cascade} checked={cascades} onChange={setCascades} />}
      {act.undoable && <UndoLine of={act.undoable} />}
      {busy && outcome && (
        <p role="status" className="text-ink-soft">
          {outcome.done.length + outcome.failed.length} of {rows.length}
        </p>
      )}
      {!busy && outcome && outcome.failed.length > 0 && (
        <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          <p className="font-medium">
            {counted(outcome.failed.length, one, many)} could not be {act.done}:
          </p>
          <ul className="mt-1 list-disc pl-5">
            {outcome.failed.slice(0, MOST_NAMED).map(({ row, message }) => (
              <li key={keyOf(row)} className="wrap-anywhere">
                {nameOf(row)}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Form>
  );
}

function NameList({ names }: { names: readonly { readonly key: string; readonly name: string }[] }) {
  return (
    <ul className="space-y-0.5">
      {names.slice(0, MOST_NAMED).map(({ key, name }) => (
        <li key={key} dir="auto" className="truncate text-left">
          {name}
        </li>
      ))}
      {names.length > MOST_NAMED && <li className="text-ink-faint">and {names.length - MOST_NAMED} more</li>}
    </ul>
  );
}
