import type { MadeByTokens } from "@/lib/config/rights-schema";
import { modelsColumn } from "@/lib/wire/fields";
import { limitColumns } from "@/lib/wire/limit-columns";

/** The columns of a user or a team that the call of a token creates. */
export function madeColumns({ models, ...limits }: MadeByTokens) {
  return { models: modelsColumn(models), ...limitColumns(limits) };
}
