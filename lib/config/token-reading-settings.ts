import { groupOverageSettings } from "./group-overage-settings";
import { serviceAccountSettings } from "./service-account-settings";

/** How the gateway reads a token beyond its single claims: groups that it leaves out, and service accounts. */
export const tokenReadingSettings = { ...groupOverageSettings, ...serviceAccountSettings };
