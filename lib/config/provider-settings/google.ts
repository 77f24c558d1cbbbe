import { z } from "zod";
import { Secret } from "../secret";
import type { ProviderSettings } from "./provider-settings";

/** What becomes a part of addresses and paths. */
const locationPart = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9.:-]{0,99}$/, "must consist of letters, digits and -");

/** What an entry says for Google's Vertex AI. */
export const googleSettings = {
  providers: ["vertex_ai"],
  shape: {
    vertex_project: locationPart
      .optional()
      .describe(
        "The project for Vertex AI. Unset: `VERTEXAI_PROJECT`, else `GOOGLE_CLOUD_PROJECT`, else the project in `vertex_credentials`.",
      ),
    vertex_location: locationPart
      .optional()
      .describe(
        "The location of Vertex AI, such as `europe-west4`, `eu` or `global`. Unset: `VERTEXAI_LOCATION`, else `GOOGLE_CLOUD_LOCATION`, else `global`.",
      ),
    vertex_credentials: z
      .union([z.string().trim().min(1), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
      .transform((value) => new Secret(value))
      .optional()
      .describe(
        "Google's credentials for Vertex AI, as JSON or as the path of a file with it: a service account, workload identity federation, impersonation or a person's login. Unset: `GOOGLE_APPLICATION_CREDENTIALS`, else the service account of the machine.",
      ),
  },
  locations: ["vertex_project", "vertex_location"],
  files: { vertex_credentials: (value) => value.trimStart().startsWith("{") },
} satisfies ProviderSettings;
