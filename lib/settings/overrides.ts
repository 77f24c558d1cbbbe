import { policyTestFaults } from "@/lib/auth/policy/policy-test-faults";
import type { AccessContext } from "./access/lookups";
import { checkAccess } from "./access-checks";
import { claimFaults } from "./access/claim-checks";
import { issuerListFaults, LIST_FINDINGS, type IssuerContext } from "./access/issuer-list-faults";
import { peopleFaults } from "./people-checks";
import { type Fault, hasErrors, toFinding, type Finding } from "@/lib/config/finding";
import { accessOverrides, type AccessOverrides, type AccessSetting, type JwtAuthSettings } from "@/lib/config/schema";
import { isObject } from "@/lib/is-object";
import { keyMakerFaults } from "./rights-checks";
import { schemaFaults } from "./schema-faults";

export interface CheckedOverrides {
  /** Undefined if any finding is an error. */
  readonly overrides: AccessOverrides | undefined;
  readonly findings: readonly Finding[];
}

/** What a draft is checked against. `providers` undefined: its issuers are not judged as a list. */
export interface OverridesContext extends AccessContext {
  readonly providers?: IssuerContext | undefined;
  /** `user_key_max_days` of the file. Absent: the settings about who makes keys are not judged. */
  readonly keyMaxDays?: { readonly days: number | undefined } | undefined;
}

/** The settings that decide whether callers who are not administrators may make keys. */
export const MAKERS_OF_KEYS = ["key_generation_settings", "team_allowed_routes"] as const satisfies AccessSetting[];

/** Checks a draft of overrides as if it were in force on top of the file. Findings name paths of the draft. */
export function checkOverrides(draft: unknown, file: JwtAuthSettings, context: OverridesContext): CheckedOverrides {
  const parsed = accessOverrides.safeParse(draft);
  if (!parsed.success) {
    return {
      overrides: undefined,
      findings: inOrderOf(draft, schemaFaults(accessOverrides, draft, parsed.error.issues)).map((fault) =>
        toFinding(fault),
      ),
    };
  }
  const settings = { ...file, ...parsed.data };
  const { providers, keyMaxDays } = context;
  const judged = providers ? issuerListFaults(settings, { ...context, ...providers }) : [];
  // A setting that the draft does not give is the file's, and so are the findings about it.
  const ofList = judged.filter(({ number, path }) =>
    LIST_FINDINGS.has(number) ? parsed.data.issuers !== undefined : Object.hasOwn(parsed.data, String(path[0])),
  );
  const saysWhoMakesKeys = MAKERS_OF_KEYS.some((name) => parsed.data[name] !== undefined);
  const faults = [
    ...ofList,
    ...(keyMaxDays && saysWhoMakesKeys ? keyMakerFaults(settings, keyMaxDays.days, []) : []),
    ...checkAccess(settings, context, []),
    ...claimFaults(settings, []),
    ...peopleFaults(settings, context.routes, []),
    ...policyTestFaults(settings, []),
  ];
  const findings = faults.map((fault) => toFinding(fault));
  return { overrides: hasErrors(findings) ? undefined : parsed.data, findings };
}

/** The faults in the order in which the draft names its settings, so that the first is the one that is read first. */
function inOrderOf(draft: unknown, faults: readonly Fault[]): readonly Fault[] {
  const names = isObject(draft) ? Object.keys(draft) : [];
  const positionOf = ({ path }: Fault): number => names.indexOf(String(path[0]));
  return faults.toSorted((one, other) => positionOf(one) - positionOf(other));
}
