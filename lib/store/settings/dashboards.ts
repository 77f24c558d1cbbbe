import type { Dashboard, Prisma } from "@/lib/store/generated/client";
import { dashboardRecord } from "@/lib/wire/dashboards/dashboard";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import { sealedStore } from "./sealed-rows";

/** The columns that administrators write. */
export interface DashboardColumns {
  readonly name: string;
  readonly personal: boolean;
  readonly hours: number;
  readonly panels: Prisma.InputJsonArray;
}

/** The dashboards of the console. No node keeps them: they are read when somebody looks. */
export const storedDashboards = sealedStore<Dashboard, DashboardColumns>({
  table: "dashboards",
  columns: `id, name, personal, hours, panels, created_by AS "createdBy", created_at AS "createdAt", updated_at AS "updatedAt"`,
  lock: "dashboard",
  audited: { entityType: "dashboard", record: dashboardRecord },
  actions: { create: "dashboard.create", update: "dashboard.update", delete: "dashboard.delete" },
  param: { new: "dashboard_id", known: "dashboard_id" },
  taken: "There is such a dashboard already. Read it again.",
  rows: ({ dashboard }) => ({
    create: (data) => dashboard.create({ data }),
    find: (id) => dashboard.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => dashboard.update({ where: { id }, data }),
    delete: (id) => dashboard.delete({ where: { id } }),
  }),
  changes: () => [],
});

/** A dashboard; undefined: there is none. @throws GatewayError directory_unavailable */
export async function findDashboard({ prisma }: Pick<Database, "prisma">, id: string): Promise<Dashboard | undefined> {
  return (await orUnavailable(prisma.dashboard.findUnique({ where: { id } }))) ?? undefined;
}
