import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withUser } from "../situation";

export const makeViewer = changeKind(z.object({ kind: z.literal("make-viewer"), user: z.string() }), {
  describe: ({ user }) => `the record of the user ${quote(user)} had the role proxy_admin_viewer`,
  apply: (situation, { user }) => withUser(situation, user, { role: "proxy_admin_viewer" }),
});
