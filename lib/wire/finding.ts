import { z } from "zod";

/** A finding about the configuration, on the wire. */
export const finding = z.object({
  number: z.string().describe("C001 and so on, as docs/reference/configuration.md lists them."),
  severity: z.enum(["error", "warning"]),
  file: z.string().optional(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  path: z.string().describe("`scope_mappings.0.models.1`"),
  message: z.string(),
  fix: z.string().optional(),
  link: z
    .object({ text: z.string(), href: z.string() })
    .optional()
    .describe("Another way to mend it: what to do on a page of the console, and the path of that page."),
});
