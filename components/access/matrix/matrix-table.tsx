"use client";
import { Check, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { reasonOf, rowTitle } from "./cell-text";
import type { AccessMatrix, MatrixCell, MatrixColumn, MatrixRow } from "@/lib/wire/matrix";
import { PlainButton } from "@/components/ui/plain-button";

interface Position {
  readonly row: number;
  readonly column: number;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A mark for each cell. One cell is selected, by pointer or arrow keys, and explained below the table. */
export function MatrixTable({ matrix, dim }: { matrix: AccessMatrix; dim: boolean }) {
  const [chosen, setChosen] = useState<Position>({ row: 0, column: 0 });
  const { columns, data: rows } = matrix;
  const row = rows[Math.min(chosen.row, rows.length - 1)];
  const position = { row: row ? rows.indexOf(row) : 0, column: Math.min(chosen.column, columns.length - 1) };
  const column = columns[position.column];
  const cell = row?.cells[position.column];
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const [down = 0, right = 0] = STEPS[event.key] ?? [];
    const next = { row: position.row + down, column: position.column + right };
    if ((down === 0 && right === 0) || !rows[next.row] || !columns[next.column]) return;
    event.preventDefault();
    setChosen(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-position="${next.row}-${next.column}"]`)?.focus();
  };
  return (
    <>
      <div className="scroll-pl-48 overflow-x-auto sm:scroll-pl-64">
        <table
          aria-label="Who may use what"
          className={classNames("border-collapse transition-opacity", dim && "opacity-60")}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <td className="sticky left-0 z-10 border-b bg-surface" />
              {columns.map((one) => (
                <ColumnHead key={`${one.kind} ${one.name}`} column={one} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each, rowIndex) => (
              <tr key={`${each.kind} ${each.id ?? each.name}`} className="border-b last:border-b-0">
                <th scope="row" className="sticky left-0 z-10 border-r bg-surface py-1 pr-3 pl-4 text-left font-normal">
                  <span className="flex w-36 items-center gap-2 sm:w-52">
                    <Badge>{each.kind}</Badge>
                    <span className="truncate font-medium" title={rowTitle(each)}>
                      {each.name}
                    </span>
                  </span>
                </th>
                {each.cells.map((one, columnIndex) => (
                  <td key={columnIndex} className="p-0.5 text-center">
                    <CellButton
                      cell={one}
                      label={`${each.name}, ${columns[columnIndex]?.name ?? ""}: ${one.allow ? "allowed" : "refused"}`}
                      position={`${rowIndex}-${columnIndex}`}
                      isChosen={rowIndex === position.row && columnIndex === position.column}
                      onChoose={() => setChosen({ row: rowIndex, column: columnIndex })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {matrix.columns_total > columns.length && (
        <p className="border-t px-4 py-2 text-meta text-ink-faint">
          {columns.length} of {matrix.columns_total} columns. Enter the models you want to see above.
        </p>
      )}
      {row && column && cell && <Because row={row} column={column} cell={cell} />}
    </>
  );
}

const BETWEEN: Readonly<Record<MatrixColumn["kind"], string>> = {
  model: "and the model",
  mcp_server: "and the tool server",
  family: "and the routes",
};

/** The name of a model, a tool server, or a family of routes, written upwards. */
function ColumnHead({ column: { kind, name } }: { column: MatrixColumn }) {
  return (
    <th scope="col" className="h-40 border-b px-1 pb-2 align-bottom font-normal">
      <span
        title={name}
        className={classNames(
          "mx-auto block max-h-36 rotate-180 overflow-hidden text-left text-meta text-ellipsis whitespace-nowrap [writing-mode:vertical-rl]",
          kind === "family" ? "text-ink-soft" : "font-mono",
        )}
      >
        {name}
      </span>
    </th>
  );
}

function CellButton({
  cell,
  label,
  position,
  isChosen,
  onChoose,
}: {
  cell: MatrixCell;
  label: string;
  position: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const Icon = cell.allow ? Check : X;
  return (
    <PlainButton
      data-position={position}
      tabIndex={isChosen ? 0 : -1}
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onChoose}
      onFocus={onChoose}
      className={classNames(
        "grid size-7 place-items-center rounded",
        cell.allow ? "text-good hover:bg-good-soft" : "text-bad hover:bg-bad-soft",
        isChosen && (cell.allow ? "bg-good-soft ring-1 ring-good" : "bg-bad-soft ring-1 ring-bad"),
      )}
    >
      <Icon className="size-4" aria-hidden />
    </PlainButton>
  );
}

function Because({ row, column, cell }: { row: MatrixRow; column: MatrixColumn; cell: MatrixCell }) {
  return (
    <div aria-live="polite" className="min-h-24 space-y-1 border-t bg-muted/40 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={cell.allow ? "good" : "bad"}>{cell.allow ? "Allowed" : (cell.code ?? "Refused")}</Badge>
        <strong className="font-semibold">{row.name}</strong>
        <span className="text-ink-faint">{BETWEEN[column.kind]}</span>
        <code className="font-mono text-meta wrap-anywhere">{column.name}</code>
      </p>
      <p>{reasonOf(cell)}</p>
      <p className="text-meta text-ink-faint">
        Rule {cell.rule}. {row.assuming}
        {row.id !== null && row.id !== row.name && (
          <>
            {" "}
            Id <code className="font-mono wrap-anywhere">{row.id}</code>.
          </>
        )}
      </p>
    </div>
  );
}
