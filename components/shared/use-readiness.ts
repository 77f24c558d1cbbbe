"use client";
import { useQuery } from "@tanstack/react-query";
import { ApiError, callOperation } from "@/components/api/client";
import { isObject } from "@/lib/is-object";
import { publicContracts, type Readiness } from "@/lib/wire/contracts/public";

const { readiness } = publicContracts;

/** Reads the readiness of the node that answers. A node that is not ready answers in the same form, with status 503. */
export function useReadiness() {
  return useQuery({
    queryKey: [readiness.path],
    queryFn: async ({ signal }) => {
      try {
        return await callOperation(readiness, {}, signal);
      } catch (error) {
        if (error instanceof ApiError && isReadiness(error.body)) return error.body;
        throw error;
      }
    },
    refetchInterval: 10_000,
  });
}

/** A proxy in front of the gateway may answer 503 too, with a body of its own. */
function isReadiness(body: unknown): body is Readiness {
  return isObject(body) && typeof body["status"] === "string" && typeof body["journal"] === "string";
}
