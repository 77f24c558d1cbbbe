"use client";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { FilterGrid } from "@/components/shared/lists/filter-grid";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { useModelNames } from "@/components/shared/use-model-names";
import { Select } from "@/components/ui/field";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
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

/** The filters for refusals, which match whole values. `rows`: the listed groups, whose codes are offered. */
export function RefusalFilters({
  filter,
  rows,
  onChange,
}: {
  filter: RefusalFilter;
  rows: readonly RefusalsView[];
  onChange: (to: Partial<RefusalFilter>, how?: "typed") => void;
}) {
  const models = useModelNames();
  const field = (name: "code" | "principal" | "model", label: string) => ({
    type: "search",
    "aria-label": label,
    placeholder: label,
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }, "typed"),
  });
  const completed = COMPLETED[filter.kind];
  return (
    <FilterGrid
      set={Object.values(filter).filter((text) => text !== "").length}
      className="sm:grid-cols-2 lg:grid-cols-4"
    >
      <CompletedInput
        {...field("code", "Code")}
        className=""
        offered={[...new Set(rows.map(({ code }) => code))].map((code) => ({ id: code, name: code }))}
      />
      <Select
        aria-label="Kind of caller"
        value={isKind(filter.kind) ? filter.kind : ""}
        onChange={({ target }) => onChange({ kind: target.value })}
      >
        <option value="">Any caller</option>
        {Object.entries(KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      {completed === undefined ? (
        <CompletedInput
          {...field("principal", "Caller's id")}
          className=""
          offered={[...new Map(rows.map(({ principal, name }) => [principal, name ?? principal]))].flatMap(
            ([id, name]) => (id === "" ? [] : [{ id, name }]),
          )}
        />
      ) : (
        <PayerFilter name={completed} {...field("principal", "Caller's id")} />
      )}
      <CompletedInput
        {...field("model", "Requested model")}
        className=""
        offered={(models.data ?? []).map((name) => ({ id: name, name }))}
      />
    </FilterGrid>
  );
}
