"use client";
import { useRef } from "react";
import { type Query, type QueryClient, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import type { UnversionedWrite, VersionedWrite, WriteContract } from "@/lib/wire/contract";
import { callVersioned, type InputOf, type OutputOf } from "./client";
import { useSingleMutation } from "./use-single-mutation";

/**
 * Marks every answer of the management API as stale, and reads those that are shown again, also those in flight. A page
 * shows few, so nobody has to know which answers a write changes.
 */
export async function invalidate(queries: QueryClient): Promise<void> {
  const reads = { predicate: ({ queryKey: [path] }: Query) => typeof path === "string" && path.startsWith("/") };
  // Cancelled first: an answer in flight would be taken, although it may be older than the write.
  await queries.cancelQueries(reads);
  await queries.invalidateQueries(reads);
}

interface Options<Write extends WriteContract> {
  /** `etag`: the version of what was written; undefined: it has none. */
  readonly onSuccess?: (output: OutputOf<Write>, input: InputOf<Write>, etag: string | undefined) => void;
  readonly onError?: (error: Error) => unknown;
  /** Whether the input or the output holds a secret, which must not stay in memory. */
  readonly keepsSecret?: boolean;
}

interface Version<Write extends WriteContract> {
  /** The `ETag` of what the page showed when its user decided on the write; undefined: it has none. */
  readonly ifMatch: (input: InputOf<Write>) => string | undefined;
}

type Result<Write extends WriteContract> = UseMutationResult<OutputOf<Write>, Error, InputOf<Write>>;

/**
 * A write to the management API. After success it calls `onSuccess`, then reads again what the page shows. It stays
 * pending until that is done, and is not sent again meanwhile. `ifMatch` is required where the contract is bound to
 * versions.
 */
export function useOperation<Write extends VersionedWrite>(
  contract: Write,
  options: Options<Write> & Version<Write>,
): Result<Write>;
export function useOperation<Write extends UnversionedWrite>(contract: Write, options?: Options<Write>): Result<Write>;
export function useOperation<Write extends WriteContract>(
  contract: Write,
  { onSuccess, onError, ifMatch, keepsSecret = false }: Options<Write> & Partial<Version<Write>> = {},
): Result<Write> {
  const queries = useQueryClient();
  const written = useRef<string>(undefined);
  return useSingleMutation({
    mutationFn: async (input: InputOf<Write>) => {
      const { body, etag } = await callVersioned(contract, input, { ifMatch: ifMatch?.(input) });
      written.current = etag;
      return body;
    },
    ...(keepsSecret && { gcTime: 0 }),
    ...(onError && { onError }),
    onSuccess: async (output, input) => {
      onSuccess?.(output, input, written.current);
      await invalidate(queries);
    },
  });
}
