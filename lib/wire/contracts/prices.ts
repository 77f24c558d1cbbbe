import { z } from "zod";
import { defineContract } from "../contract";
import { entityId, idList, listOf, cursorInputs, receipts } from "../fields";
import { listedPrice, newPrice } from "../price";

/** `/price/*` */
export const priceContracts = {
  list: defineContract({
    id: "price.list",
    method: "GET",
    path: "/price/list",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the prices that were added at run time, the newest first",
    input: z.strictObject({
      ...cursorInputs,
      provider: entityId.optional().describe("Only prices of this provider"),
      model: entityId.optional().describe("Only prices of this model, as its provider names it"),
      search: z
        .string()
        .max(512)
        .regex(/^[^\0]*$/, "must not contain NUL characters")
        .optional()
        .describe("Text that the provider, the model or the comment must contain"),
    }),
    output: listOf(listedPrice),
  }),
  new: defineContract({
    id: "price.new",
    method: "POST",
    path: "/price/new",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Add a price of a model, from a date on; calls that are already booked keep theirs until /spend/reprice",
    input: newPrice,
    output: listedPrice.extend({ nodes: receipts }),
  }),
  delete: defineContract({
    id: "price.delete",
    method: "POST",
    path: "/price/delete",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Delete prices, all of them or none; calls that were charged by them keep their price",
    input: z.strictObject({ price_ids: idList.describe("The ids of the prices") }),
    output: z.object({ deleted_prices: z.array(z.string()), nodes: receipts }),
  }),
};
