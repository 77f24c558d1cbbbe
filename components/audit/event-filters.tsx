import type { ReactNode } from "react";
import { KINDS } from "@/components/entities/kinds";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { PayerFilter } from "@/components/shared/lists/payer-filter";
import { capitalised } from "@/components/shared/wording";
import { Options, Select } from "@/components/ui/field";
import { ACTOR_KINDS } from "@/lib/actor-kinds";
import { ACTOR_WORDS } from "./event-drawer";
import type { AuditEvent } from "@/lib/wire/contracts/audit";
import { subjectName } from "./subject-name";

/** What events are about: the API's `entity_type`, and the words for it. */
const SUBJECTS = [
  ...Object.values(KINDS).map(({ type, many }) => ({ value: type, label: capitalised(many) })),
  { value: "key", label: "Keys" },
  { value: "model", label: "Models" },
  { value: "price", label: "Prices" },
  { value: "config", label: "Access settings" },
  { value: "session", label: "Sessions" },
];

const CREDENTIALS = ACTOR_KINDS.map((kind) => ({ value: kind, label: `By ${ACTOR_WORDS[kind] ?? kind}` }));

interface Filters {
  readonly entity_type: string;
  readonly entity_id: string;
  readonly actor: string;
  readonly actor_kind: string;
  readonly actor_issuer: string;
}

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
  return (
    <div className="grid grid-cols-2 gap-2 border-b px-4 py-2.5 sm:grid-cols-3 lg:grid-cols-6">
      <Select
        aria-label="Kind"
        value={view.entity_type}
        onChange={(event) => change({ entity_type: event.target.value, ...FIRST_PAGE })}
      >
        <option value="">Everything</option>
        <Options of={SUBJECTS} />
      </Select>
      <SubjectFilter
        kind={view.entity_type}
        id={view.entity_id}
        events={events}
        onChange={(id) => change({ entity_id: id, ...FIRST_PAGE }, "typed")}
      />
      <CompletedInput
        type="search"
        className=""
        aria-label="Who"
        placeholder="Exact actor"
        value={view.actor}
        offered={unique(events, ({ actor }) => ({ id: actor, name: actor }))}
        onChange={(event) => change({ actor: event.target.value, ...FIRST_PAGE }, "typed")}
      />
      <Select
        aria-label="By"
        value={view.actor_kind}
        onChange={(event) => change({ actor_kind: event.target.value, ...FIRST_PAGE })}
      >
        <option value="">By any credential</option>
        <Options of={CREDENTIALS} />
      </Select>
      <CompletedInput
        type="search"
        className=""
        aria-label="Issuer"
        placeholder="Exact issuer"
        value={view.actor_issuer}
        offered={unique(
          events.filter(({ actor_issuer: issuer }) => issuer !== null),
          ({ actor_issuer: issuer }) => ({ id: issuer ?? "", name: issuer ?? "" }),
        )}
        onChange={(event) => change({ actor_issuer: event.target.value, ...FIRST_PAGE }, "typed")}
      />
      <span className="flex">{children}</span>
    </div>
  );
}

/** The filter for the id of what events are about. Offers payers by name, and other ids from the listed events. */
function SubjectFilter({
  kind,
  id,
  events,
  onChange,
}: {
  kind: string;
  id: string;
  events: readonly AuditEvent[];
  onChange: (id: string) => void;
}) {
  const field = {
    type: "search",
    "aria-label": "Id",
    placeholder: "Exact id",
    value: id,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const payer = kind === "key" ? "key_id" : Object.values(KINDS).find((one) => one.type === kind)?.payerField;
  return payer === undefined ? (
    <CompletedInput
      {...field}
      className=""
      offered={unique(events, (event) => ({ id: event.entity_id, name: subjectName(event) }))}
    />
  ) : (
    <PayerFilter name={payer} {...field} />
  );
}

interface Offered {
  readonly id: string;
  readonly name: string;
}

/** What `offer` makes of the events, each id once. */
function unique(events: readonly AuditEvent[], offer: (event: AuditEvent) => Offered): readonly Offered[] {
  return [...new Map(events.map(offer).map((one) => [one.id, one])).values()];
}
