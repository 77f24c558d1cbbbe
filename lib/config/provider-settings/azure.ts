import { z } from "zod";
import { Secret } from "../secret";
import type { ProviderSettings } from "./provider-settings";

const text = z.string().trim().min(1);

/** What an entry says for Azure. */
export const azureSettings = {
  shape: {
    api_version: text
      .optional()
      .describe("The upstream's API version, for Azure, such as `2024-10-21`. Unset: Azure's v1 API."),
    azure_ad_token: text
      .transform((value) => new Secret(value))
      .optional()
      .describe("A token of Entra ID that is sent to Azure instead of a key, preferably as `os.environ/NAME`."),
  },
  places: ["api_version"],
} satisfies ProviderSettings;
