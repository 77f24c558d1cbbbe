"use client";
import { useMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * `useMutation` that ignores a call with the same input while one is in flight. A button is off only once React has
 * drawn it again, and a double click or a held key is faster.
 */
export function useSingleMutation<Output, Input = void>(
  options: UseMutationOptions<Output, Error, Input>,
): UseMutationResult<Output, Error, Input> {
  const pending = useRef(new Set<string>());
  const mutation = useMutation({
    ...options,
    onSettled: (output, error, input, ...rest) => {
      pending.current.delete(JSON.stringify([input]));
      return options.onSettled?.(output, error, input, ...rest);
    },
  });
  const mutate: typeof mutation.mutate = (...given) => {
    const text = JSON.stringify([given[0]]);
    if (pending.current.has(text)) return;
    pending.current.add(text);
    mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}
