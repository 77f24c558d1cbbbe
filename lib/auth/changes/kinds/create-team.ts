import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withFacts } from "../situation";

export const createTeam = changeKind(z.object({ kind: z.literal("create-team"), id: z.string() }), {
  describe: ({ id }) => `there were a team ${quote(id)}`,
  apply(situation, { id }) {
    const team = { id, alias: null, organizationId: null, models: [], blocked: false };
    return withFacts(situation, { teams: new Map(situation.facts.teams).set(id, team) });
  },
});
