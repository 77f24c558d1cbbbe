import { z } from "zod";
import { changeKind } from "../change-kind";
import { withKey } from "../situation";

export const renewKey = changeKind(z.object({ kind: z.literal("renew-key"), id: z.string() }), {
  describe: () => "the key had not expired",
  apply: (situation) => withKey(situation, { expiresAt: null }),
});
