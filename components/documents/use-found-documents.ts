"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { addressOf } from "@/components/api/address";

const found = z.array(z.object({ path: z.string(), title: z.string(), heading: z.string(), excerpt: z.string() }));
type Found = z.infer<typeof found>;
const NONE: Found = [];

/** The sections of the documentation that a text finds, best first; none while `enabled` is false. */
export function useFoundDocuments(text: string, enabled: boolean): Found {
  const { data } = useQuery({
    queryKey: ["documents", text],
    queryFn: async ({ signal }) => {
      const answer = await fetch(addressOf(`/console/docs/search.json?q=${encodeURIComponent(text)}`), { signal });
      if (!answer.ok) throw new Error(`The documentation could not be searched (${answer.status}).`);
      return found.parse(await answer.json());
    },
    enabled: enabled && text.length > 2,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return enabled && text.length > 2 ? (data ?? NONE) : NONE;
}
