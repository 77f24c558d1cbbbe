"use client";
import { type QueryClient, useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import type { WriteContract } from "@/lib/wire/contract";
import { callVersioned, type InputOf, type OutputOf } from "./client";

/** Reads again, where they are shown, all answers of these paths. */
export async function invalidate(queries: QueryClient, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}

/**
 * A write to the management API. After success it calls `onSuccess` and then reads again what its contract says is stale;
 * it stays pending until that is done.
 */
export function useOperation<Write extends WriteContract>(
  contract: Write,
  {
    onSuccess,
    onError,
    ifMatch,
    keepsSecret = false,
  }: {
    readonly onSuccess?: (output: OutputOf<Write>, input: InputOf<Write>) => void;
    readonly onError?: (error: Error) => unknown;
    /** The version that the write is based on; undefined: any. */
    readonly ifMatch?: () => string | undefined;
    /** The input or the output holds a secret, which must not stay in memory. */
    readonly keepsSecret?: boolean;
  } = {},
): UseMutationResult<OutputOf<Write>, Error, InputOf<Write>> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<Write>) => (await callVersioned(contract, input, { ifMatch: ifMatch?.() })).body,
    ...(keepsSecret && { gcTime: 0 }),
    ...(onError && { onError }),
    onSuccess: async (output, input) => {
      onSuccess?.(output, input);
      await invalidate(queries, contract.invalidates);
    },
  });
}
