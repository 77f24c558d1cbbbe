"use client";
import type { ReactNode } from "react";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { FilterRow, type RowFilter } from "@/components/shared/lists/filter-row";
import type { Offered } from "@/components/shared/forms/fitting-options";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { useModelNames } from "@/components/shared/use-model-names";
import { Options, Select } from "@/components/ui/field";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { codeName } from "@/components/sentences/code-names";
import { KINDS } from "@/components/sentences/who";

/** The filters of the page, as typed; empty: none. */
export const NO_REFUSAL_FILTER = { code: "", kind: "", principal: "", model: "" };
export type RefusalFilter = typeof NO_REFUSAL_FILTER;

/** Kinds of callers whose ids can be found by name, with the filter that offers them. */
const COMPLETED: Readonly<Record<string, string>> = {
  key: "key_id",
  team: "team_id",
  user: "user_id",
  issuer: "issuer",
};

/** The filters as the API takes them. An address may hold any string as the kind. */
export function askedRefusals({ code, kind, principal, model }: RefusalFilter) {
  return {
    ...(isKind(kind) && { kind }),
    ...(code.trim() !== "" && { code: code.trim() }),
    ...(principal.trim() !== "" && { principal: principal.trim() }),
    ...(model.trim() !== "" && { model: model.trim() }),
  };
}

function isKind(text: string): text is RefusalsView["kind"] {
  return Object.hasOwn(KINDS, text);
}

/** The filters, in the order in which they are offered. */
const FILTERS: readonly RowFilter<keyof RefusalFilter>[] = [
  { name: "code", label: "Code", word: "code", isOffered: true },
  {
    name: "kind",
    label: "Kind of caller",
    word: "kind",
    isOffered: true,
    options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
  },
  { name: "principal", label: "Caller's id", word: "caller", isOffered: true },
  { name: "model", label: "Requested model", word: "model", isOffered: true },
];

/** The filters for refusals, which match whole values. `rows`: the listed groups, whose codes are offered. */
export function RefusalFilters({
  filter,
  rows,
  onChange,
  start,
  end,
}: {
  filter: RefusalFilter;
  rows: readonly RefusalsView[];
  onChange: (to: Partial<RefusalFilter>, how?: "typed") => void;
  start: ReactNode;
  end: ReactNode;
}) {
  const models = useModelNames();
  const completed = COMPLETED[filter.kind];
  const offered: Readonly<Record<Exclude<keyof RefusalFilter, "kind">, readonly Offered[]>> = {
    code: [...new Set(rows.map(({ code }) => code))].map((code) => ({ id: code, name: codeName(code) })),
    principal: [...new Map(rows.map(({ principal, name }) => [principal, name ?? principal]))].flatMap(([id, name]) =>
      id === "" ? [] : [{ id, name }],
    ),
    model: (models.data ?? []).map((name) => ({ id: name, name })),
  };
  return (
    <FilterRow
      filters={FILTERS}
      values={{ ...filter, kind: isKind(filter.kind) ? filter.kind : "" }}
      onSet={onChange}
      start={start}
      end={end}
      field={({ name, options }, field) => {
        if (name === "kind")
          return (
            <Select {...field} onChange={({ target }) => onChange({ kind: target.value })}>
              <option value="">Any caller</option>
              <Options of={options ?? []} />
            </Select>
          );
        const typed = ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }, "typed");
        return name === "principal" && completed !== undefined ? (
          <PayerFilter {...field} name={completed} onChange={typed} />
        ) : (
          <CompletedInput {...field} type="search" offered={offered[name]} onChange={typed} />
        );
      }}
    />
  );
}
