import type { MadeByTokens, MadeUsers } from "@/lib/config/rights-schema";
import { limitColumns, modelsColumn } from "./limit-columns";

/** The columns of a user who is created on the fly. */
export function madeUserColumns({ user_role: role, ...rest }: MadeUsers) {
  return { ...madeColumns(rest), role: role === "proxy_admin_viewer" ? role : null };
}

/** The columns of a team that the call of a token creates. */
export function madeColumns({ models, ...limits }: MadeByTokens) {
  return { models: modelsColumn(models), ...limitColumns(limits) };
}
