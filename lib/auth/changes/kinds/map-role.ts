import { z } from "zod";
import { internalRole } from "@/lib/config/mapping-schema";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";

export const mapRole = changeKind(z.object({ kind: z.literal("map-role"), role: z.string(), internalRole }), {
  describe: ({ role, internalRole: mapped }) => `role_mappings mapped the role ${quote(role)} to ${mapped}`,
  settings: ({ role, internalRole: mapped }, { role_mappings: mappings }) => ({
    role_mappings: [...mappings, { role, internal_role: mapped }],
  }),
});
