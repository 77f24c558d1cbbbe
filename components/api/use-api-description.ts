"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { publicContracts } from "@/lib/wire/contracts/public";
import { useRead } from "./use-read";

/** The OpenAPI document of the gateway, which does not change while it runs. */
export function useApiDescription(): UseQueryResult<unknown> {
  return useRead(publicContracts.openApi, {}, { staleTime: Number.POSITIVE_INFINITY });
}
