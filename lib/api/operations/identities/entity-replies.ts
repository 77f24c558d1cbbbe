import type { StoredEntityType } from "@/lib/entity-type";
import type { Services } from "@/lib/gateway/services";
import { LIST_KINDS, type Listed, type ListQuery } from "@/lib/store/listing";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import type { Receipt } from "@/lib/store/changes/receipts";
import { etagOf } from "@/lib/store/row-version";
import { budgetStatesOf, type Budgeted } from "./entity-budget";
import { withSpend } from "./entity-spend";

/** The parameters of every list of entities. */
type ListInput = Omit<ListQuery, "page" | "after"> & {
  readonly page?: number | undefined;
  readonly after?: string | undefined;
};

function orderOf({ sort, order }: Pick<ListQuery, "sort" | "order">): ListOrder {
  return { name: `${sort} ${order}`, kind: LIST_KINDS[sort] };
}

/** The page of a list of entities that a request asks for. @throws GatewayError invalid_request */
export function listQueryOf(input: ListInput): ListQuery {
  const { sort, order, search, blocked } = input;
  return { ...pageOf(input, orderOf(input)), sort, order, search, blocked };
}

type Sources = Pick<Services, "database" | "now" | "spend">;

/**
 * The replies that the operations of one kind of entity share. `makeRecord` turns a row of the database into its wire
 * record; each reply adds the entity's spend in dollars. All throw GatewayError directory_unavailable.
 */
export function entityReplies<Row extends { readonly id: string }, Wire extends Budgeted>(
  type: StoredEntityType,
  makeRecord: (row: Row) => Wire,
) {
  // Each record is made once, because the versions of the members of a large team take long to compute.
  const made = new WeakMap<Row, Wire>();
  const recordOf = (row: Row): Wire => {
    const known = made.get(row) ?? makeRecord(row);
    made.set(row, known);
    return known;
  };
  const records = (services: Sources, rows: readonly Row[]) =>
    withSpend(
      services,
      type,
      rows.map((row) => ({ id: row.id, record: recordOf(row) })),
    );
  const recordsWithBudgets = async (services: Sources, rows: readonly Row[]) => {
    // The spend comes first, because it waits for calls that have just ended.
    const spent = await records(services, rows);
    const budgeted = rows.map((row) => ({ ...recordOf(row), id: row.id }));
    const budgets = await budgetStatesOf(services, type, budgeted);
    return spent.map((record, index) => ({ ...record, budget: budgets[index] ?? null }));
  };
  const record = async (services: Sources, row: Row): Promise<Wire & { spend: number }> => {
    const [found] = await records(services, [row]);
    return found ?? { ...recordOf(row), spend: 0 };
  };
  /** The version of the row, for `If-Match`. */
  const version = (row: Row) => ({ etag: etagOf(recordOf(row)) });
  return {
    /** The wire records of rows, for replies of another shape. */
    records,
    /** One entity. */
    async one(services: Sources, row: Row) {
      return { body: await record(services, row), headers: version(row) };
    },
    /** One entity with what it has spent of its budget. */
    async withBudget(services: Sources, row: Row) {
      const [found] = await recordsWithBudgets(services, [row]);
      return { body: found ?? { ...recordOf(row), spend: 0, budget: null }, headers: version(row) };
    },
    /** One entity after a change, with the nodes that acknowledged it. */
    async changed(services: Sources, { row, nodes }: { readonly row: Row; readonly nodes: Receipt[] }) {
      return { body: { ...(await record(services, row)), nodes }, headers: version(row) };
    },
    /** One page of a list, each row with what it has spent of its budget. */
    async page(services: Sources, { rows, ...listed }: Listed<Row>, input: ListInput) {
      return { body: { data: await recordsWithBudgets(services, rows), ...pageFields(input, orderOf(input), listed) } };
    },
  };
}
