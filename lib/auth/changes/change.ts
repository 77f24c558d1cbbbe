import { z } from "zod";
import { internalRole } from "@/lib/config/mapping-schema";

const id = z.string();

/** One change to the token, the database or the settings. */
export const CHANGES = [
  z.object({ kind: z.literal("add-group"), team: id }),
  z.object({ kind: z.literal("name-team"), team: id, claim: z.string() }),
  z.object({ kind: z.literal("add-member"), user: id, team: id }),
  z.object({ kind: z.literal("make-viewer"), user: id }),
  z.object({ kind: z.literal("make-team-administrator"), user: id, team: id }),
  z.object({ kind: z.literal("ask-for-no-team"), team: id }),
  z.object({ kind: z.literal("choose-organization"), id }),
  z.object({ kind: z.literal("ask-for-no-organization"), id }),
  z.object({ kind: z.literal("name-no-end-user"), id }),
  z.object({ kind: z.literal("name-email"), domain: z.string() }),
  z.object({ kind: z.literal("verify-email"), email: z.string() }),
  z.object({ kind: z.literal("add-role"), role: z.string() }),
  z.object({ kind: z.literal("add-scope"), scope: z.string() }),
  z.object({ kind: z.literal("map-role"), role: z.string(), internalRole }),
  z.object({ kind: z.literal("map-group"), group: z.string(), team: id }),
  z.object({ kind: z.literal("map-scope"), scope: z.string(), model: z.string() }),
  z.object({
    kind: z.literal("unblock"),
    entity: z.enum(["key", "team", "user", "organization", "end_user"]),
    id,
  }),
  z.object({ kind: z.literal("renew-key"), id }),
  z.object({ kind: z.literal("allow-admin"), issuer: z.string() }),
  z.object({ kind: z.literal("create-team"), id }),
  z.object({ kind: z.literal("create-user"), id }),
  z.object({
    kind: z.literal("allow-route"),
    list: z.enum([
      "admin_allowed_routes",
      "team_admin_allowed_routes",
      "team_allowed_routes",
      "role_permissions",
      "role_mappings",
      "allowed_routes",
    ]),
    route: z.string(),
  }),
  z.object({
    kind: z.literal("allow-model"),
    holder: z.enum(["key", "role", "role mapping", "team", "user", "organization"]),
    id,
    model: z.string(),
  }),
] as const;

export type Change = z.output<(typeof CHANGES)[number]>;
