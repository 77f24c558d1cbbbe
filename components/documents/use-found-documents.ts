"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { addressOf } from "@/components/api/address";

/** The sections that `search.json` answers with. */
type Found = readonly {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}[];
const NONE: Found = [];

/** The sections of the documentation that a text finds, best first; none while `enabled` is false. */
export function useFoundDocuments(text: string, enabled: boolean): Found {
  const { data } = useQuery({
    queryKey: ["documents", text],
    queryFn: async ({ signal }) => {
      const answer = await fetch(addressOf(`/console/docs/search.json?q=${encodeURIComponent(text)}`), { signal });
      if (!answer.ok) throw new Error(`The documentation could not be searched (${answer.status}).`);
      return (await answer.json()) as Found;
    },
    enabled: enabled && text.length > 2,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return enabled && text.length > 2 ? (data ?? NONE) : NONE;
}
