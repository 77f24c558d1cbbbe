"use client";
import { type ListOrder, orderAfterClick, orderOf, orderText, type SortColumn } from "./lists/list-order";
import { FIRST_PAGE } from "./lists/list-page";
import { FIRST_MEMBERS, type MembersList } from "./lists/members-list";
import { type ListPage, useListPage } from "./lists/use-list-page";
import { STATUSES, type StatusFilter } from "./status";
import { useAddress } from "./use-address";
import { useDebounced } from "./use-debounced";

/** What a chart in the place of a list shows, and its time; without `chart`, the list is shown. */
const NO_CHART = { chart: "", part: "", hours: "", from: "", to: "", zone: "" };

/**
 * What the address of a list holds: the search, the status filter, the order, the page, the id of the open row, its
 * shown members, whether a new row is made, and the chart.
 */
const USUAL_LIST = { search: "", status: "", sort: "", ...FIRST_PAGE, id: "", ...FIRST_MEMBERS, new: "", ...NO_CHART };

/** The status filter as a word in the address. */
const WORDS: Readonly<Record<StatusFilter, string>> = { "": "", false: "active", true: "blocked" };

/**
 * The search, the status filter, the order and the page of a list, and the open row. All of it is in the address.
 */
export interface ListState {
  readonly search: string;
  readonly blocked: StatusFilter;
  readonly page: ListPage;
  readonly order: ListOrder;
  /** The id of the open row. */
  readonly opened: string | undefined;
  /** Which members of the open row are shown. */
  readonly members: MembersList;
  readonly setSearch: (text: string) => void;
  readonly setBlocked: (value: StatusFilter) => void;
  /** Clears the search and the status filter. */
  readonly clear: () => void;
  readonly sortBy: (column: SortColumn) => void;
  readonly open: (id: string | undefined) => void;
  /** Whether the form for a new row is open. */
  readonly creating: boolean;
  /** What the address says about the new row, such as its owner; "1" if nothing. */
  readonly creation: string;
  readonly create: (open: boolean) => void;
  /** The query of the management API. The search follows when typing pauses. */
  readonly filter: ListPage["asked"] &
    ListOrder & { readonly search: string; readonly blocked: "true" | "false" | undefined };
  readonly isFiltered: boolean;
  readonly chart: typeof NO_CHART;
  readonly setChart: (to: Partial<typeof NO_CHART>, how?: "typed") => void;
}

/** Changing the search, the filter or the order goes back to the first page. */
export function useListState(): ListState {
  const [view, change] = useAddress(USUAL_LIST);
  const blocked = STATUSES.find(({ value }) => value !== "" && WORDS[value] === view.status)?.value ?? "";
  const settled = useDebounced(view.search.trim());
  const order = orderOf(view.sort);
  const page = useListPage(view, change, `${view.sort} ${view.status} ${settled}`);
  return {
    search: view.search,
    blocked,
    page,
    order,
    opened: view.id === "" ? undefined : view.id,
    members: { view, change },
    setSearch: (search) => change({ search, ...FIRST_PAGE }, "typed"),
    setBlocked: (value) => change({ status: WORDS[value], ...FIRST_PAGE }),
    clear: () => change({ search: "", status: "", ...FIRST_PAGE }),
    sortBy: (column) => change({ sort: orderText(orderAfterClick(order, column)), ...FIRST_PAGE }),
    open: (id) => change({ id: id ?? "", ...FIRST_MEMBERS }),
    creating: view.new !== "",
    creation: view.new,
    create: (open) => change({ new: open ? "1" : "" }),
    filter: { search: settled, blocked: blocked === "" ? undefined : blocked, ...page.asked, ...order },
    isFiltered: settled !== "" || blocked !== "",
    chart: view,
    setChart: change,
  };
}
