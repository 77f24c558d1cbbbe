import type { PolicyTest } from "@/lib/config/policy-test-schema";
import type { EndUserScope } from "@/lib/config/rights-schema";
import { quote } from "@/lib/quote";
import { accessRequestOf, type FindOperationAccess } from "../access-request";
import { decide, RULES } from "../decide";
import type { AccessRequest, Check, Decision, Identity, IdentityFault, KeyFacts } from "../decision";
import { loadFacts, type Directory } from "../facts";
import { isFault } from "../identify";
import { NO_FACTS } from "../nobody";
import { tooLargeToTry } from "../trial-size";
import type { DecidingSettings } from "../standing";
import { assumingDirectory } from "./assuming-directory";
import { testedIdentity } from "./tested-identity";

/** What policy tests are tried against. */
export interface PolicyWorld {
  readonly settings: DecidingSettings;
  /** `end_user_scope` */
  readonly scope: EndUserScope;
  /** Where the rows are that a test does not assume. */
  readonly directory: Directory;
  /** Finds a key by its id. Undefined where no keys are known. @throws GatewayError directory_unavailable */
  readonly key?: (id: string) => Promise<KeyFacts | undefined>;
  readonly find: FindOperationAccess;
  /** Awaited before each test; false: the tests have taken too long. Absent: nothing else waits for the thread. */
  readonly pace?: () => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface PolicyTestResult {
  readonly name: string;
  readonly passed: boolean;
  /** `allow by the rule role` */
  readonly expected: string;
  /** `team_model_not_allowed by the rule team` */
  readonly found: string;
  /** The check that decided. Undefined: the test could not be asked. */
  readonly check: Check | undefined;
  /** What was expected, what was found, and why. */
  readonly sentence: string;
}

/** `allow`, and every code with which a rule refuses. */
const OUTCOMES: ReadonlySet<string> = new Set(["allow", "invalid_token", ...RULES.flatMap(({ codes }) => codes)]);
const RULE_NAMES: ReadonlySet<string> = new Set(["identity", ...RULES.map(({ rule }) => rule)]);

/**
 * Tries each test with the functions that decide about real calls, in the order of the tests. Nothing is created.
 * @throws GatewayError directory_unavailable
 */
export async function runPolicyTests(tests: readonly PolicyTest[], world: PolicyWorld): Promise<PolicyTestResult[]> {
  const results: PolicyTestResult[] = [];
  for (const test of tests) {
    const goesOn = !world.pace || (await world.pace());
    results.push(goesOn ? await runOne(test, world) : notAsked(test, "The tests before it took too long."));
  }
  return results;
}

async function runOne(test: PolicyTest, world: PolicyWorld): Promise<PolicyTestResult> {
  const asked = accessRequestOf(test.request, world.find);
  const because = "fault" in asked ? asked.fault.message : unreadable(test);
  if (because !== undefined || "fault" in asked) return notAsked(test, because ?? "");
  const { key_id: keyId } = test;
  const key = keyId === undefined ? undefined : await world.key?.(keyId);
  if (keyId !== undefined && key === undefined) return notAsked(test, `There is no key ${quote(keyId)} here.`);
  const identity = testedIdentity(test, world.settings.jwtAuth, key);
  if (!identity) return notAsked(test, "Give one of claims, key and key_id.");
  const tooLarge = isFault(identity) ? undefined : tooLargeToTry(identity, world.settings.jwtAuth);
  if (tooLarge !== undefined) return notAsked(test, tooLarge);
  return judge(test, await decisionOf(identity, test, asked.request, world));
}

async function decisionOf(
  identity: Identity | IdentityFault,
  test: PolicyTest,
  request: AccessRequest,
  { settings, scope, directory, now }: PolicyWorld,
): Promise<Decision> {
  const facts = isFault(identity)
    ? NO_FACTS
    : await loadFacts(assumingDirectory(test.assume, directory), identity, request, {
        scope,
        jwtAuth: [settings.jwtAuth],
      });
  return decide({ settings, identity, facts, request, now });
}

/** What the test names that this version of the gateway does not know. */
function unreadable({ expect, expect_rule: rule }: PolicyTest): string | undefined {
  if (!OUTCOMES.has(expect)) return `expect must be allow or the code of a rule, and ${quote(expect)} is neither.`;
  if (rule !== undefined && !RULE_NAMES.has(rule)) return `There is no rule ${quote(rule)}.`;
  return undefined;
}

function judge(test: PolicyTest, decision: Decision): PolicyTestResult {
  const check = decidingCheck(test, decision);
  const outcome = decision.allow ? "allow" : decision.code;
  const team = decision.allow ? decision.principal.teamId : undefined;
  const passed =
    outcome === test.expect &&
    (test.expect_rule === undefined ||
      (check?.rule === test.expect_rule && check.outcome === (decision.allow ? "pass" : "fail"))) &&
    (test.expect_team_id === undefined || team === test.expect_team_id);
  const asksTeam = test.expect_team_id !== undefined && decision.allow;
  const found = [outcome, check && byRule(check), asksTeam && forTeam(team)].filter(Boolean).join(" ");
  const expected = expectation(test);
  return {
    name: test.name,
    passed,
    expected,
    found,
    check,
    sentence: `expected ${expected}, found ${found}: ${check?.because ?? ""}`,
  };
}

/** The check that refused; for an allowed call the rule that the test names, else the last one that passed. */
function decidingCheck({ expect_rule: rule }: PolicyTest, { allow, checks }: Decision): Check | undefined {
  if (!allow) return checks.find(({ outcome }) => outcome === "fail");
  return checks.find((check) => check.rule === rule) ?? checks.findLast(({ outcome }) => outcome === "pass");
}

function expectation({ expect, expect_rule: rule, expect_team_id: team }: PolicyTest): string {
  return [expect, rule !== undefined && `by the rule ${rule}`, team !== undefined && forTeam(team)]
    .filter(Boolean)
    .join(" ");
}

function byRule({ rule, outcome }: Check): string {
  return outcome === "skip" ? `although the rule ${rule} is skipped` : `by the rule ${rule}`;
}

function forTeam(team: string | undefined): string {
  return team === undefined ? "for no team" : `for the team ${quote(team)}`;
}

function notAsked(test: PolicyTest, because: string): PolicyTestResult {
  const expected = expectation(test);
  const sentence = `expected ${expected}, but the test cannot be asked: ${because}`;
  return { name: test.name, passed: false, expected, found: "nothing", check: undefined, sentence };
}
