/** The columns that a list can be sorted by, as the API names them. */
export type SortColumn = "created_at" | "spend" | "alias";

export interface ListOrder {
  readonly sort: SortColumn;
  readonly order: "asc" | "desc";
}

/** The order of a list if its address names none. */
const NEWEST_FIRST: ListOrder = { sort: "created_at", order: "desc" };

const COLUMNS: readonly SortColumn[] = ["created_at", "spend", "alias"];

/** The order in an address: a column, with a leading `-` from the largest down. Any other text is newest first. */
export function orderOf(text: string): ListOrder {
  const isDescending = text.startsWith("-");
  const sort = COLUMNS.find((column) => column === (isDescending ? text.slice(1) : text));
  return sort ? { sort, order: isDescending ? "desc" : "asc" } : NEWEST_FIRST;
}

/** The text of an order for an address; empty for newest first. */
export function orderText({ sort, order }: ListOrder): string {
  if (sort === NEWEST_FIRST.sort && order === NEWEST_FIRST.order) return "";
  return order === "desc" ? `-${sort}` : sort;
}

/**
 * The order after a click on a column: names from A, all others from the largest or newest. A second click reverses it.
 */
export function orderAfterClick(order: ListOrder, column: SortColumn): ListOrder {
  if (order.sort === column) return { sort: column, order: order.order === "asc" ? "desc" : "asc" };
  return { sort: column, order: column === "alias" ? "asc" : "desc" };
}
