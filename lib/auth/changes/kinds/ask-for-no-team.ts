import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";

export const askForNoTeam = changeKind(z.object({ kind: z.literal("ask-for-no-team"), team: z.string() }), {
  describe: ({ team }) => `x-gateway-team-id did not ask for the team ${quote(team)}`,
  apply: (situation) => ({ ...situation, request: { ...situation.request, requestedTeam: undefined } }),
});
