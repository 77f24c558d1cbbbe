import { z } from "zod";
import { dashboard, dashboardValues } from "../../dashboards/dashboard";
import { defineContract } from "../../contract";
import { entityId } from "../../fields";

const FAMILY = { family: "management_routes", access: "administrators" } as const;
const { name, personal, hours, panels } = dashboardValues;
const id = { dashboard_id: entityId.describe("The id of the dashboard") };

/**
 * `/dashboards`: charts that administrators have put together. Viewers may look at them, and an administrator may have
 * some for themselves.
 */
export const dashboardContracts = {
  list: defineContract({
    id: "dashboards.list",
    method: "GET",
    path: "/dashboards",
    ...FAMILY,
    effect: "reads",
    summary: "List the dashboards that the caller sees, by name",
    input: z.strictObject({}),
    output: z.object({
      data: z.array(dashboard).describe("The shared dashboards and the caller's own, in the order of their names"),
    }),
  }),
  get: defineContract({
    id: "dashboards.get",
    method: "GET",
    path: "/dashboards/{dashboard_id}",
    ...FAMILY,
    effect: "reads",
    versioned: true,
    summary: "Show a dashboard",
    input: z.strictObject(id),
    output: dashboard,
  }),
  new: defineContract({
    id: "dashboards.new",
    method: "POST",
    path: "/dashboards",
    ...FAMILY,
    effect: "writes",
    summary: "Create a dashboard, for every administrator and viewer or for the caller",
    input: z.strictObject({
      name,
      personal: personal.default(false),
      hours: hours.default(168),
      panels: panels.default([]),
    }),
    output: dashboard,
  }),
  update: defineContract({
    id: "dashboards.update",
    method: "PATCH",
    path: "/dashboards/{dashboard_id}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Rename or share a dashboard, or replace its charts; what is left out stays as it is",
    input: z.strictObject({
      ...id,
      name: name.optional(),
      personal: personal.optional(),
      hours: hours.optional(),
      panels: panels.optional(),
    }),
    output: dashboard,
  }),
  delete: defineContract({
    id: "dashboards.delete",
    method: "DELETE",
    path: "/dashboards/{dashboard_id}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Delete a dashboard; what its charts show stays",
    input: z.strictObject(id),
    output: z.object({ deleted_dashboard: z.string().describe("The id of the deleted dashboard") }),
  }),
};
