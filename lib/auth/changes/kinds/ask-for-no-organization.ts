import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withIdentity } from "../situation";

export const askForNoOrganization = changeKind(
  z.object({ kind: z.literal("ask-for-no-organization"), id: z.string() }),
  {
    describe: ({ id }) => `x-gateway-organization-id did not ask for the organisation ${quote(id)}`,
    apply: (situation) => withIdentity(situation, { organizationId: undefined }),
  },
);
