"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useRead } from "@/components/api/use-read";
import { modelContracts } from "@/lib/wire/contracts/models";

/** The names and patterns of the model list, each once. */
export function useModelNames(): UseQueryResult<string[]> {
  return useRead(modelContracts.info, {}, { select: ({ data }) => [...new Set(data.map((row) => row.model_name))] });
}
