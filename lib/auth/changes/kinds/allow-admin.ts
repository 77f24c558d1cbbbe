import { z } from "zod";
import { quote } from "@/lib/quote";
import { issuersOf } from "../../issuer-tenants";
import { changeKind } from "../change-kind";

export const allowAdmin = changeKind(z.object({ kind: z.literal("allow-admin"), issuer: z.string() }), {
  describe: ({ issuer }) => `allow_admin were true for the issuer ${quote(issuer)}`,
  settings: ({ issuer }, { issuers }) => ({
    issuers: issuers.map((entry) => (issuersOf(entry).includes(issuer) ? { ...entry, allow_admin: true } : entry)),
  }),
});
