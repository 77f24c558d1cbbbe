import { z } from "zod";
import { overridesOf } from "./issuer-schema";
import { jwtAuth } from "./schema";

/** `custom_validate` is left out: a draft runs no other code of the operator. */
const { issuers, custom_validate, ...decisive } = jwtAuth.shape;

/**
 * The settings that can be tried before they are in force: every setting that decides about a token, also those that
 * the console cannot save. Null means that nobody gave the setting.
 */
export const draftSettings = z.strictObject({ ...overridesOf(decisive), issuers: issuers.unwrap().optional() });
