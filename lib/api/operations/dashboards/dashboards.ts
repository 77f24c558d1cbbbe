import { actingWriter } from "@/lib/api/acting-writer";
import { ifMatchOf } from "@/lib/api/if-match";
import { type CallerContext, type CallerOperation, operationsOf } from "@/lib/api/operation";
import { GatewayError } from "@/lib/errors";
import { orUnavailable } from "@/lib/store/failures";
import { etagOf } from "@/lib/store/row-version";
import { findDashboard, storedDashboards } from "@/lib/store/settings/dashboards";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import { type Dashboard, dashboardRecord } from "@/lib/wire/dashboards/dashboard";

/** How many dashboards one caller sees at most: all of them are listed at once. */
const MOST_DASHBOARDS = 200;

/** `/dashboards` */
export const dashboardOperations: readonly CallerOperation[] = operationsOf(dashboardContracts, {
  async list({ services: { database }, caller }) {
    const rows = await orUnavailable(storedDashboards.read(database));
    const data = rows
      .filter((row) => isShownTo(caller.actor, row))
      .map(dashboardRecord)
      .sort((one, other) => one.name.localeCompare(other.name, "en"));
    return { body: { data } };
  },
  async get(context, { dashboard_id: id }) {
    return versioned(await shown(context, id));
  },
  async new(context, columns) {
    const { services, caller } = context;
    const known = await orUnavailable(storedDashboards.read(services.database));
    // Nobody else could delete the personal ones of somebody who has left.
    if (known.filter((row) => isShownTo(caller.actor, row)).length >= MOST_DASHBOARDS)
      throw new GatewayError("invalid_request", `There are ${MOST_DASHBOARDS} dashboards, which is the most.`);
    const { row } = await storedDashboards.create(actingWriter(context), caller.actor, services.newId(), columns);
    return versioned(dashboardRecord(row));
  },
  async update(context, { dashboard_id: id, ...changes }) {
    const { caller, request } = context;
    await shown(context, id);
    const { row } = await storedDashboards.change(actingWriter(context), {
      actor: caller.actor,
      id,
      ifMatch: ifMatchOf(request),
      change(before) {
        const { name, personal, hours, created_by: creator } = dashboardRecord(before);
        if (changes.personal === true && creator !== caller.actor)
          throw new GatewayError("invalid_request", `Only ${creator}, who created it, can hide it from all others.`, {
            param: "personal",
          });
        return {
          name: changes.name ?? name,
          personal: changes.personal ?? personal,
          hours: changes.hours ?? hours,
          // Also those that only another version can draw.
          panels: changes.panels ?? (Array.isArray(before.panels) ? before.panels : []),
        };
      },
    });
    return versioned(dashboardRecord(row));
  },
  async delete(context, { dashboard_id: id }) {
    const { caller, request } = context;
    await shown(context, id);
    await storedDashboards.remove(actingWriter(context), caller.actor, { id, ifMatch: ifMatchOf(request) });
    return { body: { deleted_dashboard: id } };
  },
});

/** A dashboard that the caller sees. @throws GatewayError not_found, also for one that is somebody else's alone */
async function shown({ services: { database }, caller }: CallerContext, id: string): Promise<Dashboard> {
  const row = await findDashboard(database, id);
  if (!row || !isShownTo(caller.actor, row))
    throw new GatewayError("not_found", "There is no such dashboard.", { param: "dashboard_id" });
  return dashboardRecord(row);
}

function isShownTo(actor: string, { personal, createdBy }: { personal: boolean; createdBy: string }): boolean {
  return !personal || createdBy === actor;
}

function versioned(body: Dashboard) {
  return { body, headers: { etag: etagOf(body) } };
}
