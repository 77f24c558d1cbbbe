import { z } from "zod";
import { partOf } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import { listOf } from "@/lib/config/bounded-lists";
import { draftSizeFault } from "@/lib/config/draft-size";
import { hasErrors, toFinding, type Finding } from "@/lib/config/finding";
import { policyTests } from "@/lib/config/policy-test-schema";
import { issuerEntry, jwtAuth, type JwtAuthSettings } from "@/lib/config/schema";
import type { AccessContext } from "./lookups";
import { checkAccess } from "../access-checks";
import { issuerFaults } from "../issuer-checks";
import { withIssuerDefaults, type OtherProviders } from "../issuer-defaults";
import { proofFaults } from "../proof-checks";
import { schemaFaults } from "../schema-faults";
import { opaqueTokenFaults } from "../token-checks/opaque-token-checks";
import { tokenReadingFaults } from "../token-checks/token-reading-checks";

/**
 * The settings that can be tried before they are in force: every setting that decides about a token, also those that
 * the console cannot save. Null means that nobody gave the setting. `custom_validate` is left out: a draft runs no
 * other code of the operator.
 */
const draftSettings = z.strictObject({
  ...partOf(COMMON_SETTINGS, "override"),
  policy_tests: policyTests.nullable().optional(),
  issuers: listOf(issuerEntry, "issuers").optional(),
});

export interface DraftContext extends AccessContext, OtherProviders {
  /** The audiences in JWT_AUDIENCE. */
  readonly audiences: readonly string[];
}

export interface CheckedDraft {
  /** The settings as the draft would make them; undefined if any finding is an error. */
  readonly jwtAuth: JwtAuthSettings | undefined;
  readonly findings: readonly Finding[];
}

/** The value of each setting that nobody gives. */
const UNSET: Readonly<Record<string, unknown>> = jwtAuth.parse({});

/** Puts a draft over the settings of the file and checks the result. Findings name paths of the draft. */
export function checkDraft(draft: unknown, file: JwtAuthSettings, context: DraftContext): CheckedDraft {
  const tooLarge = draftSizeFault(draft);
  if (tooLarge) return { jwtAuth: undefined, findings: [toFinding(tooLarge)] };
  const parsed = draftSettings.safeParse(draft);
  if (!parsed.success) {
    const faults = schemaFaults(draftSettings, draft, parsed.error.issues);
    return { jwtAuth: undefined, findings: faults.map((fault) => toFinding(fault)) };
  }
  const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(given.map(([name, value]) => [name, value ?? UNSET[name]]));
  const drafted: JwtAuthSettings = { ...file, ...values };
  const faults = [
    ...checkAccess(drafted, context, []),
    ...issuerFaults(drafted, context, ["issuers"]),
    ...proofFaults(drafted, context.audiences, []),
    ...opaqueTokenFaults(drafted, { base: [], hasAudience: context.audiences.length > 0 }),
    ...tokenReadingFaults(drafted, []),
  ];
  const findings = faults.map((fault) => toFinding(fault));
  return { jwtAuth: hasErrors(findings) ? undefined : withIssuerDefaults(drafted, context), findings };
}
