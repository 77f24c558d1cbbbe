import { z } from "zod";
import { overridesOf } from "./issuer-schema";
import { jwtAuth } from "./schema";

/** Left out: a draft runs no other code of the operator. */
const { issuers, custom_validate, ...decisive } = jwtAuth.shape;

/**
 * Settings that may be tried before they are in force: every setting that decides about a token, among them those that
 * the console cannot save. Null counts as if nobody gave the setting.
 */
export const draftSettings = z.strictObject({ ...overridesOf(decisive), issuers: issuers.unwrap().optional() });
