import type { ReactNode } from "react";
import { KINDS } from "@/components/entities/kinds";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { type FilterField, FilterRow, type RowFilter } from "@/components/shared/lists/filter-row";
import type { Offered } from "@/components/shared/forms/fitting-options";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { ListTimeBar } from "@/components/time-range/list-time-bar";
import type { ListTime } from "@/components/time-range/time-inputs";
import { capitalised } from "@/components/shared/wording";
import { Options, Select } from "@/components/ui/field";
import { ACTOR_KINDS } from "@/lib/actor-kinds";
import { ACTOR_WORDS } from "./event-drawer";
import type { AuditEvent } from "@/lib/wire/contracts/audit";
import { subjectName } from "@/lib/wire/subject-name";

/** What events are about: the API's `entity_type`, and the words for it. */
const SUBJECTS = [
  ...Object.values(KINDS).map(({ type, many }) => ({ value: type, label: capitalised(many) })),
  { value: "key", label: "Keys" },
  { value: "model", label: "Models" },
  { value: "credential", label: "Credentials" },
  { value: "mcp_server", label: "Tool servers" },
  { value: "mcp_tool", label: "Tools" },
  { value: "tool_connection", label: "Connections to tool servers" },
  { value: "signing_key", label: "Keys that sign for tool servers" },
  { value: "dashboard", label: "Dashboards" },
  { value: "price", label: "Prices" },
  { value: "config", label: "Access settings" },
  { value: "session", label: "Sessions" },
];

const CREDENTIALS = ACTOR_KINDS.map((kind) => ({ value: kind, label: capitalised(ACTOR_WORDS[kind] ?? kind) }));

interface Filters extends ListTime {
  readonly entity_type: string;
  readonly entity_id: string;
  readonly actor: string;
  readonly actor_kind: string;
  readonly actor_issuer: string;
}

/** The filters, in the order in which they are offered. */
const FILTERS: readonly RowFilter<Exclude<keyof Filters, keyof ListTime>>[] = [
  { name: "entity_type", label: "Kind", word: "kind", options: SUBJECTS },
  { name: "entity_id", label: "Id", word: "id", isOffered: true },
  { name: "actor", label: "Who", word: "who", isOffered: true },
  { name: "actor_kind", label: "By", word: "by", isOffered: true, options: CREDENTIALS },
  { name: "actor_issuer", label: "Issuer", word: "issuer", isOffered: true },
];

/** What the events are filtered by. `events`: those that are shown, whose values are offered. */
export function EventFilters({
  view,
  change,
  events,
  children,
}: {
  view: Filters;
  change: (to: Partial<Filters & typeof FIRST_PAGE>, how?: "typed") => void;
  events: readonly AuditEvent[];
  children: ReactNode;
}) {
  const offered: Readonly<Partial<Record<keyof Filters, readonly Offered[]>>> = {
    actor: unique(events, ({ actor }) => ({ id: actor, name: actor })),
    actor_issuer: unique(
      events.filter(({ actor_issuer: issuer }) => issuer !== null),
      ({ actor_issuer: issuer }) => ({ id: issuer ?? "", name: issuer ?? "" }),
    ),
  };
  return (
    <FilterRow
      filters={FILTERS}
      values={view}
      onSet={(to) => change({ ...to, ...FIRST_PAGE })}
      start={<ListTimeBar value={view} onChange={(to, how) => change({ ...to, ...FIRST_PAGE }, how)} />}
      end={children}
      field={({ name, options }, field) =>
        name === "entity_id" ? (
          <SubjectFilter
            kind={view.entity_type}
            events={events}
            field={field}
            onChange={(id) => change({ entity_id: id, ...FIRST_PAGE }, "typed")}
          />
        ) : options !== undefined ? (
          <Select {...field} onChange={({ target }) => change({ [name]: target.value, ...FIRST_PAGE })}>
            <option value="">Any credential</option>
            <Options of={options} />
          </Select>
        ) : (
          <CompletedInput
            {...field}
            type="search"
            offered={offered[name] ?? []}
            onChange={({ target }) => change({ [name]: target.value, ...FIRST_PAGE }, "typed")}
          />
        )
      }
    >
      <Select
        aria-label="Kind"
        className="!w-auto"
        value={view.entity_type}
        onChange={(event) => change({ entity_type: event.target.value, ...FIRST_PAGE })}
      >
        <option value="">Everything</option>
        <Options of={SUBJECTS} />
      </Select>
    </FilterRow>
  );
}

/** The filter for the id of what events are about. Offers payers by name, and other ids from the listed events. */
function SubjectFilter({
  kind,
  events,
  field,
  onChange,
}: {
  kind: string;
  events: readonly AuditEvent[];
  field: FilterField;
  onChange: (id: string) => void;
}) {
  const typed = { ...field, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  const payer = kind === "key" ? "key_id" : Object.values(KINDS).find((one) => one.type === kind)?.payerField;
  return payer === undefined ? (
    <CompletedInput
      {...typed}
      type="search"
      offered={unique(events, (event) => ({ id: event.entity_id, name: subjectName(event) }))}
    />
  ) : (
    <PayerFilter name={payer} {...typed} />
  );
}

/** What `offer` makes of the events, each id once. */
function unique(events: readonly AuditEvent[], offer: (event: AuditEvent) => Offered): readonly Offered[] {
  return [...new Map(events.map(offer).map((one) => [one.id, one])).values()];
}
