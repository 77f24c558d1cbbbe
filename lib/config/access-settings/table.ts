import { CLAIM_SETTINGS } from "./claims";
import { PROOF_SETTINGS } from "./proof";
import { RIGHTS_SETTINGS } from "./rights";

/**
 * The settings that hold for the tokens of every issuer whose own entry does not override them, and that administrators
 * edit in the console.
 */
export const COMMON_SETTINGS = { ...RIGHTS_SETTINGS, ...CLAIM_SETTINGS, ...PROOF_SETTINGS };
