"use client";
import { type QueryClient, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import type { UnversionedWrite, VersionedWrite, WriteContract } from "@/lib/wire/contract";
import { callVersioned, type InputOf, type OutputOf } from "./client";
import { useSingleMutation } from "./use-single-mutation";

/** Reads again, where they are shown, all answers of these paths, also those that are under way. */
export async function invalidate(queries: QueryClient, paths: readonly string[]): Promise<void> {
  const read = async (path: string): Promise<void> => {
    const query = { queryKey: [path] };
    // A first answer that is under way would be taken, although it may be of the time before the write.
    await queries.cancelQueries(query);
    await queries.invalidateQueries(query);
  };
  await Promise.all(paths.map(read));
}

interface Options<Write extends WriteContract> {
  readonly onSuccess?: (output: OutputOf<Write>, input: InputOf<Write>) => void;
  readonly onError?: (error: Error) => unknown;
  /** The input or the output holds a secret, which must not stay in memory. */
  readonly keepsSecret?: boolean;
}

interface Version<Write extends WriteContract> {
  /** The `ETag` of what the page showed when the write was decided; undefined: what is shown has none. */
  readonly ifMatch: (input: InputOf<Write>) => string | undefined;
}

type Result<Write extends WriteContract> = UseMutationResult<OutputOf<Write>, Error, InputOf<Write>>;

/**
 * A write to the management API. After success it calls `onSuccess` and then reads again what its contract says is
 * stale; it stays pending until that is done, and is not sent again meanwhile. Where the contract is bound to versions,
 * `ifMatch` is required.
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
  return useSingleMutation({
    mutationFn: async (input: InputOf<Write>) =>
      (await callVersioned(contract, input, { ifMatch: ifMatch?.(input) })).body,
    ...(keepsSecret && { gcTime: 0 }),
    ...(onError && { onError }),
    onSuccess: async (output, input) => {
      onSuccess?.(output, input);
      await invalidate(queries, contract.invalidates);
    },
  });
}
