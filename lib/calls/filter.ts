import { FILTER_COLUMNS, type FilterColumn } from "./columns";

/** Filters whose value one column must equal. */
type EqualFilters = { readonly [Column in FilterColumn as Column["member"]]?: string };

/** Selects calls. A field that is undefined excludes none. Times are milliseconds since the epoch. */
export interface CallFilter extends EqualFilters {
  /** The `x-request-id` of the answer. */
  readonly requestId?: string;
  /** Any of the ids of a call, its request, its upstream request and its trace. */
  readonly anyId?: string;
  readonly organizationId?: string;
  readonly tag?: string;
  /** The upstream's model name, or a pattern with `*`. */
  readonly model?: string;
  readonly from?: number;
  /** Exclusive. */
  readonly until?: number;
}

/**
 * The filters whose value one column must equal, in both databases. The others are conditions of their own: an
 * organisation may be in either of two columns, and PostgreSQL finds `requestId` by two indexes.
 */
export const EQUAL_FILTERS = FILTER_COLUMNS.map(({ member, name }) => [member, name] as const);
