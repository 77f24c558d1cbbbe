"use client";
import { Plus, Settings2, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { Mono } from "@/components/ui/text";
import type { ClaimField } from "@/lib/auth/claims/identity-claims";
import type { ClaimExpression } from "@/lib/config/claim-expression";
import { ClaimInput } from "./claim-input";
import { allowedParts, type ExpressionRow, expressionRows, hasParts, rowsExpression } from "./expression-rows";

/** The claims that a field reads: a path, several, and how each value is read. */
export function ClaimExpressionInput({
  control,
  field,
  value,
  onChange,
}: {
  /** The ids that connect the first path with its label and hint. */
  control: { id: string; "aria-describedby": string };
  field: ClaimField;
  value: ClaimExpression | undefined;
  /** Called with undefined if no row has a path. */
  onChange: (value: ClaimExpression | undefined) => void;
}) {
  const [typed, setRows] = useState(() => expressionRows(value));
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  // Where they differ, the value was changed elsewhere, for example reset, and what was typed no longer counts.
  const rows = isSame(rowsExpression(typed), value) ? typed : expressionRows(value);
  // Rows stay as typed. The expression gets only those with a path.
  const change = (to: readonly ExpressionRow[]) => {
    setRows(to);
    onChange(rowsExpression(to));
  };
  return (
    <div className="space-y-2">
      {rows.map((row, index) => {
        const claim = `claim ${index + 1} of ${field}`;
        const isOpen = opened.has(index);
        const put = (part: Partial<ExpressionRow>) => change(rows.with(index, { ...row, ...part }));
        return (
          <div key={index} className="space-y-2">
            <div className="flex items-start gap-1">
              <ClaimInput
                {...(index === 0 ? control : { "aria-label": `Path of ${claim}` })}
                className="font-mono"
                value={row.path}
                onChange={({ target }) => put({ path: target.value })}
              />
              <Button
                variant={hasParts(row) ? "secondary" : "ghost"}
                size="icon"
                aria-label={`How ${claim} is read`}
                aria-expanded={isOpen}
                onClick={() => setOpened(withToggled(opened, index))}
              >
                <Settings2 className="size-4" aria-hidden />
              </Button>
              {index === 0 ? (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Add a claim to ${field}`}
                  onClick={() => change([...rows, { path: "" }])}
                >
                  <Plus className="size-4" aria-hidden />
                </Button>
              ) : (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove ${claim}`}
                  onClick={() => {
                    setOpened(new Set());
                    change(rows.toSpliced(index, 1));
                  }}
                >
                  <Trash2 className="size-4" aria-hidden />
                </Button>
              )}
            </div>
            {isOpen && <Parts row={row} claim={claim} field={field} onChange={put} />}
          </div>
        );
      })}
    </div>
  );
}

const TAKE = {
  only: "The only element of a list",
  keys: { id: "The name of an object's only member", set: "The names of an object's members" },
} as const;

/** The parts of a claim beside its path. */
function Parts({
  row,
  claim,
  field,
  onChange,
}: {
  row: ExpressionRow;
  claim: string;
  field: ClaimField;
  onChange: (part: Partial<ExpressionRow>) => void;
}) {
  const { take, separator } = allowedParts(field);
  return (
    <div role="group" aria-label={`Parts of ${claim}`} className="grid gap-2 border-l-2 pl-3 sm:grid-cols-2">
      <Part name="pattern" placeholder="/teams/*" {...{ row, claim, onChange }} />
      <Part name="to" placeholder="*" {...{ row, claim, onChange }} />
      {separator && <Part name="separator" placeholder="," {...{ row, claim, onChange }} />}
      {take.length > 0 && (
        <label className="space-y-1">
          <Mono>take</Mono>
          <Select
            aria-label={`Also taken by ${claim}`}
            value={row.take ?? ""}
            onChange={({ target }) => onChange({ take: take.find((one) => one === target.value) })}
          >
            <option value="">Only the value itself</option>
            {take.map((one) => (
              <option key={one} value={one}>
                {one === "only" ? TAKE.only : TAKE.keys[separator ? "set" : "id"]}
              </option>
            ))}
          </Select>
        </label>
      )}
      <Switch
        label="integers"
        hint="An integer is read as its digits."
        checked={row.integers === true}
        onChange={(on) => onChange({ integers: on })}
      />
    </div>
  );
}

function Part({
  name,
  placeholder,
  row,
  claim,
  onChange,
}: {
  name: "pattern" | "to" | "separator";
  placeholder: string;
  row: ExpressionRow;
  claim: string;
  onChange: (part: Partial<ExpressionRow>) => void;
}) {
  return (
    <label className="space-y-1">
      <Mono>{name}</Mono>
      <Input
        aria-label={`${LABELS[name]} of ${claim}`}
        className="font-mono"
        placeholder={placeholder}
        value={row[name] ?? ""}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </label>
  );
}

const LABELS = { pattern: "Pattern", to: "Result", separator: "Separator" } as const;

function withToggled(opened: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const others = [...opened].filter((one) => one !== index);
  return new Set(others.length === opened.size ? [...others, index] : others);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
