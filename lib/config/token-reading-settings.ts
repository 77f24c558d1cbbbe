import { groupOverageSettings } from "./group-overage-settings";
import { serviceAccountSettings } from "./service-account-settings";

/** What the gateway makes of a token beside its single claims: groups that it leaves out, and machines. */
export const tokenReadingSettings = { ...groupOverageSettings, ...serviceAccountSettings };
