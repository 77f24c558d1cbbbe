import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";

export const nameNoEndUser = changeKind(z.object({ kind: z.literal("name-no-end-user"), id: z.string() }), {
  describe: ({ id }) => `the body did not name the end user ${quote(id)}`,
  apply: (situation) => ({ ...situation, request: { ...situation.request, endUser: undefined } }),
});
