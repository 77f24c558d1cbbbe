import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withIdentity } from "../situation";

export const chooseOrganization = changeKind(z.object({ kind: z.literal("choose-organization"), id: z.string() }), {
  describe: ({ id }) => `x-gateway-organization-id asked for the organisation ${quote(id)}`,
  apply: (situation, { id }) => withIdentity(situation, { organizationId: id }),
});
