import { useState } from "react";
import type { StandingFilter } from "./standing";
import { useDebounced } from "./use-debounced";

/** What somebody looks at in a list: the search, the standing and the page. */
export interface ListState {
  readonly search: string;
  readonly blocked: StandingFilter;
  readonly page: number;
  readonly setSearch: (text: string) => void;
  readonly setBlocked: (value: StandingFilter) => void;
  readonly setPage: (page: number) => void;
  /** For the management API; the search as it was when the typing paused. */
  readonly filter: { readonly search: string; readonly blocked: StandingFilter; readonly page: number };
  readonly isFiltered: boolean;
}

/** Whatever narrows the list leads back to its first page. */
export function useListState(): ListState {
  const [search, setSearch] = useState("");
  const [blocked, setBlocked] = useState<StandingFilter>("");
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
    filter: { search: settled, blocked, page },
    isFiltered: settled !== "" || blocked !== "",
  };
}
