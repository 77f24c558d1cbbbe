import { z } from "zod";

const text = z.string().trim().min(1);

const serviceAccountSign = z.strictObject({
  claim: text.describe("The claim that tells it. It must be one that no user can edit."),
  value: text
    .optional()
    .describe("What the claim must be; `*` matches any run of characters. Unset, and `same_as` unset: any value."),
  same_as: text.optional().describe("Another claim, whose value the claim must have."),
});
export type ServiceAccountSign = z.infer<typeof serviceAccountSign>;

/** How tokens of service accounts are distinguished from people's. */
export const serviceAccountSettings = {
  service_accounts: z
    .array(serviceAccountSign)
    .optional()
    .describe(
      "Signs that a token is a service account's and no person's; one is enough. Such a token needs no user and creates none, and its `azp`, `cid` or `appid` stands in for a missing `client_id`. Unset: `idtyp: app` (Entra ID), `gty: client-credentials` (Auth0), a `sub` that is the client's id (`client_id` or `cid`), and Keycloak's `client_id`. Empty: no token is.",
    ),
};
