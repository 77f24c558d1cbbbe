import { useState } from "react";
import type { StatusFilter } from "./status";
import { useDebounced } from "./use-debounced";

/** The search, the status filter and the page of a list. */
export interface ListState {
  readonly search: string;
  readonly blocked: StatusFilter;
  readonly page: number;
  readonly setSearch: (text: string) => void;
  readonly setBlocked: (value: StatusFilter) => void;
  readonly setPage: (page: number) => void;
  /** The query of the management API. The search follows when typing pauses. */
  readonly filter: {
    readonly search: string;
    readonly blocked: "true" | "false" | undefined;
    readonly page: number;
  };
  readonly isFiltered: boolean;
}

/** Changing the search or the filter goes back to the first page. */
export function useListState(): ListState {
  const [search, setSearch] = useState("");
  const [blocked, setBlocked] = useState<StatusFilter>("");
  const [page, setPage] = useState(1);
  const settled = useDebounced(search.trim());
  return {
    search,
    blocked,
    page,
    setSearch(text) {
      setSearch(text);
      setPage(1);
    },
    setBlocked(value) {
      setBlocked(value);
      setPage(1);
    },
    setPage,
    filter: { search: settled, blocked: blocked === "" ? undefined : blocked, page },
    isFiltered: settled !== "" || blocked !== "",
  };
}
