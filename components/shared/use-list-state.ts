"use client";
import { pageOf } from "./address";
import { type ListOrder, orderAfterClick, orderOf, orderText, type SortColumn } from "./lists/list-order";
import { STATUSES, type StatusFilter } from "./status";
import { useAddress } from "./use-address";
import { useDebounced } from "./use-debounced";

/**
 * The address of a list: what is searched for, the order, the page, the id of the row that is open, and whether one is
 * made.
 */
const USUAL_LIST = { search: "", status: "", sort: "", page: "", id: "", new: "" };

/** The status filter as an address says it. */
const WORDS: Readonly<Record<StatusFilter, string>> = { "": "", false: "active", true: "blocked" };

/**
 * The search, the status filter, the order and the page of a list, and the row that is open. All of it in the address.
 */
export interface ListState {
  readonly search: string;
  readonly blocked: StatusFilter;
  readonly page: number;
  readonly order: ListOrder;
  /** The id of the row that is open. */
  readonly opened: string | undefined;
  readonly setSearch: (text: string) => void;
  readonly setBlocked: (value: StatusFilter) => void;
  readonly setPage: (page: number) => void;
  readonly sortBy: (column: SortColumn) => void;
  readonly open: (id: string | undefined) => void;
  /** Whether the form for a new row is open. */
  readonly creating: boolean;
  /** What the address says of the row to be made; "1" if it says nothing more. */
  readonly creation: string;
  readonly create: (open: boolean) => void;
  /** The query of the management API. The search follows when typing pauses. */
  readonly filter: ListOrder & {
    readonly search: string;
    readonly blocked: "true" | "false" | undefined;
    readonly page: number;
  };
  readonly isFiltered: boolean;
}

/** Changing the search, the filter or the order goes back to the first page. */
export function useListState(): ListState {
  const [view, change] = useAddress(USUAL_LIST);
  const blocked = STATUSES.find(({ value }) => value !== "" && WORDS[value] === view.status)?.value ?? "";
  const settled = useDebounced(view.search.trim());
  const page = pageOf(view.page);
  const order = orderOf(view.sort);
  return {
    search: view.search,
    blocked,
    page,
    order,
    opened: view.id === "" ? undefined : view.id,
    setSearch: (search) => change({ search, page: "" }, "typed"),
    setBlocked: (value) => change({ status: WORDS[value], page: "" }),
    setPage: (to) => change({ page: to === 1 ? "" : String(to) }),
    sortBy: (column) => change({ sort: orderText(orderAfterClick(order, column)), page: "" }),
    open: (id) => change({ id: id ?? "" }),
    creating: view.new !== "",
    creation: view.new,
    create: (open) => change({ new: open ? "1" : "" }),
    filter: { search: settled, blocked: blocked === "" ? undefined : blocked, page, ...order },
    isFiltered: settled !== "" || blocked !== "",
  };
}
