import { z } from "zod";
import { listOf } from "./bounded-lists";
import { partOf } from "./access-settings/setting";
import { COMMON_SETTINGS } from "./access-settings/table";
import { issuerEntry } from "./schema";
import { policyTests } from "./policy-test-schema";

/**
 * The settings that can be tried before they are in force: every setting that decides about a token, also those that
 * the console cannot save. Null means that nobody gave the setting. `custom_validate` is left out: a draft runs no
 * other code of the operator.
 */
export const draftSettings = z.strictObject({
  ...partOf(COMMON_SETTINGS, "override"),
  policy_tests: policyTests.nullable().optional(),
  issuers: listOf(issuerEntry, "issuers").optional(),
});
