"use client";
import { Search, Wallet } from "lucide-react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { FilterRow, type RowFilter } from "@/components/shared/lists/filter-row";
import { Freshness } from "@/components/shared/lists/freshness";
import { ListBody } from "@/components/shared/lists/list-body";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { capitalised, counted } from "@/components/shared/wording";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input, Options, Select } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/states";
import { ENTITY_KINDS } from "@/lib/entity-type";
import { BUDGET_TYPES, budgetContracts } from "@/lib/wire/contracts/budgets/budgets";
import { BudgetsTable } from "./budgets-table";

const STATES = [
  { value: "used_up", label: "Used up" },
  { value: "near", label: "Near its end" },
  { value: "idle", label: "Nothing spent" },
] as const;
const NO_FILTER = { type: "", state: "", search: "", ...FIRST_PAGE };
type Filter = Omit<typeof NO_FILTER, keyof typeof FIRST_PAGE>;

const FILTERS: readonly RowFilter<keyof Filter>[] = [
  { name: "state", label: "State", word: "state", isOffered: true, options: STATES },
  {
    name: "type",
    label: "Whose",
    word: "whose",
    isOffered: true,
    options: BUDGET_TYPES.map((value) => ({ value, label: capitalised(ENTITY_KINDS[value].label) })),
  },
  { name: "search", label: "Name", word: "name", isOffered: true },
];

/** Everybody's budgets, those nearest to their end first. */
export function BudgetsPage() {
  const [view, change] = useAddress(NO_FILTER);
  const filter = askedBudgets(useDebounced(view));
  const page = useListPage(view, change, JSON.stringify(filter));
  const budgets = useRead(budgetContracts.list, { ...filter, ...page.asked, size: PAGE_SIZE }, LIVE);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader
        title="Budgets"
        description="Everybody’s budgets, those nearest to their end first, and when each runs out at the present rate."
      />
      <Card>
        <FilterRow
          filters={FILTERS}
          values={{ type: filter.type ?? "", state: filter.state ?? "", search: view.search }}
          free="search"
          onSet={(to) => change({ ...to, ...FIRST_PAGE })}
          field={({ name, options }, field) =>
            options === undefined ? (
              <Input
                {...field}
                type="search"
                onChange={({ target }) => change({ [name]: target.value, ...FIRST_PAGE }, "typed")}
              />
            ) : (
              <Select {...field} onChange={({ target }) => change({ [name]: target.value, ...FIRST_PAGE })}>
                <option value="">Any</option>
                <Options of={options} />
              </Select>
            )
          }
          end={
            <>
              {budgets.data && budgets.data.total > 0 && (
                <span className="text-meta text-ink-soft">{counted(budgets.data.total, "budget")}</span>
              )}
              <Freshness query={budgets} />
            </>
          }
        />
        <ListBody
          page={page}
          query={budgets}
          many="budgets"
          skeletonRows={10}
          whenNone={<NoBudgets isFiltered={isFiltered} onClear={() => change(NO_FILTER)} />}
        >
          {({ data }, dim) => <BudgetsTable rows={data} dim={dim} />}
        </ListBody>
      </Card>
    </>
  );
}

/** The filters as the API takes them. An address may hold any string. */
function askedBudgets({ type, state, search }: Filter) {
  const kind = BUDGET_TYPES.find((one) => one === type);
  const condition = STATES.find(({ value }) => value === state)?.value;
  return {
    ...(kind && { type: kind }),
    ...(condition && { state: condition }),
    ...(search.trim() !== "" && { search: search.trim() }),
  };
}

function NoBudgets({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={Search}
        title="No budget matches these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Names and ids match wherever they hold the text.
      </EmptyState>
    );
  return (
    <EmptyState icon={Wallet} title="Nobody has a budget">
      Give one to an organisation, a team, a user or a key where you edit it.
    </EmptyState>
  );
}
