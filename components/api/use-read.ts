"use client";
import { keepPreviousData, useQuery, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import type { ReadContract } from "@/lib/wire/contract";
import { callOperation, type InputOf, type OutputOf } from "./client";

/** How many rows a page of a list has. */
export const PAGE_SIZE = 25;

/** The options of a list that is paged or filtered: it keeps showing the previous rows while the next are loading. */
export const PAGED = { placeholderData: keepPreviousData } as const;

/** The options of a list that also shows what others do: it is read again while it is looked at. */
export const LIVE = { ...PAGED, refetchInterval: 15_000 } as const;

/** A read of the management API as a query. Its key starts with the path, by which a write knows it. */
export function readQuery<Read extends ReadContract>(contract: Read, input: InputOf<Read>) {
  return {
    queryKey: [contract.path, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => callOperation(contract, input, signal),
  };
}

/** Reads from the management API, and again after each write. */
export function useRead<Read extends ReadContract, Shown = OutputOf<Read>>(
  contract: Read,
  input: InputOf<Read>,
  options: Omit<UseQueryOptions<OutputOf<Read>, Error, Shown, readonly unknown[]>, "queryKey" | "queryFn"> = {},
): UseQueryResult<Shown> {
  return useQuery<OutputOf<Read>, Error, Shown, readonly unknown[]>({ ...readQuery(contract, input), ...options });
}
