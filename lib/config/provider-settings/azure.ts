import { z } from "zod";
import { Secret } from "../secret";
import type { ProviderSettings } from "./provider-settings";

const text = z.string().trim().min(1);
/** A part of a path or a query: neither a path of its own nor anything that leads out of one. */
const id = text.max(256).regex(/^(?!\.+$)[A-Za-z0-9._-]+$/, "must be an id or a domain");

/** What an entry says for Azure. */
export const azureSettings = {
  providers: ["azure", "azure_ai"],
  shape: {
    api_version: text
      .optional()
      .describe("The upstream's API version, for Azure, such as `2024-10-21`. Unset: Azure's v1 API."),
    azure_ad_token: text
      .transform((value) => new Secret(value))
      .optional()
      .describe("A token of Entra ID that is sent to Azure instead of a key, preferably as `os.environ/NAME`."),
    tenant_id: id
      .optional()
      .describe("Tenant of the application that authenticates to Azure. Unset: `AZURE_TENANT_ID`."),
    client_id: id
      .optional()
      .describe(
        "Application that authenticates to Azure by `client_secret` or a federated token, or a managed identity that is assigned by hand. Unset: `AZURE_CLIENT_ID`, or the machine's own identity.",
      ),
    client_secret: text
      .transform((value) => new Secret(value))
      .optional()
      .describe("Secret of that application, preferably as `os.environ/NAME`. Takes precedence over a key."),
    azure_scope: text
      .optional()
      .describe("Scope of the tokens for Azure. Unset: `https://cognitiveservices.azure.com/.default`."),
    azure_authority_host: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Where the gateway gets tokens for Azure; http on loopback only. Unset: `AZURE_AUTHORITY_HOST`, or `https://login.microsoftonline.com`.",
      ),
  },
  locations: ["api_version"],
  destinations: ["azure_authority_host"],
} satisfies ProviderSettings;
