import { z } from "zod";
import { credentialName, credentialSettings } from "@/lib/config/provider-settings/named-credentials";
import { defineContract } from "../contract";
import { credentialView } from "../credential";
import { receipts } from "../fields";

const changed = credentialView.extend({ nodes: receipts });
const fields = z.record(z.string(), z.unknown());
const named = z.string().describe("The name of the credential.");
const FAMILY = { family: "management_routes", access: "administrators" } as const;

/** `/credentials`: what entries of the model list share, by name. */
export const credentialContracts = {
  list: defineContract({
    id: "credentials.list",
    method: "GET",
    path: "/credentials",
    ...FAMILY,
    effect: "reads",
    summary: "List the named credentials, those of the file first, without their secrets",
    input: z.strictObject({}),
    output: z.object({ data: z.array(credentialView) }),
  }),
  get: defineContract({
    id: "credentials.get",
    method: "GET",
    path: "/credentials/{credential_name}",
    ...FAMILY,
    effect: "reads",
    versioned: true,
    summary: "Show a named credential without its secrets, and the entries that name it",
    input: z.strictObject({ credential_name: named }),
    output: credentialView,
  }),
  create: defineContract({
    id: "credentials.create",
    method: "POST",
    path: "/credentials",
    ...FAMILY,
    effect: "writes",
    summary:
      "Create a named credential that entries use by `gateway_params.credential_name`, on every node at once; its secrets are encrypted and never shown again",
    input: z.strictObject({
      credential_name: credentialName,
      credential_values: z
        .strictObject(credentialSettings)
        .describe("The settings of `gateway_params` that entries with this `credential_name` share."),
      credential_info: fields.optional().describe("Facts of your own, which the gateway does not read."),
    }),
    output: changed,
  }),
  update: defineContract({
    id: "credentials.update",
    method: "PATCH",
    path: "/credentials/{credential_name}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary:
      "Change a named credential of the database. Fields that you leave out stay, and null clears one. A change of an address that secrets go to needs the secrets again",
    input: z.strictObject({
      credential_name: named,
      credential_values: fields.optional().describe("The settings to change; those that are left out stay."),
      credential_info: fields.optional().describe("Facts of your own to change, which the gateway does not read."),
    }),
    output: changed,
  }),
  delete: defineContract({
    id: "credentials.delete",
    method: "DELETE",
    path: "/credentials/{credential_name}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Delete a named credential of the database that no entry names",
    input: z.strictObject({ credential_name: named }),
    output: z.object({ deleted_credential: z.string(), nodes: receipts }),
  }),
};
