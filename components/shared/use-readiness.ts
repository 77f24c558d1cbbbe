"use client";
import { useQuery } from "@tanstack/react-query";
import { ApiError, callOperation } from "@/components/api/client";
import { publicContracts } from "@/lib/wire/contracts/public";

const { readiness } = publicContracts;

/** Reads the readiness of the node that answers. A node that is not ready answers in the same form, with status 503. */
export function useReadiness() {
  return useQuery({
    queryKey: [readiness.path],
    queryFn: async ({ signal }) => {
      try {
        return await callOperation(readiness, {}, signal);
      } catch (error) {
        const report = error instanceof ApiError ? readiness.output.safeParse(error.body) : undefined;
        if (report?.success) return report.data;
        throw error;
      }
    },
    refetchInterval: 10_000,
  });
}
