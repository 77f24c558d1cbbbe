import fc from "fast-check";
import { expect, test } from "vitest";
import { asCase, questionArbitrary } from "@/testing/auth/decision-arbitrary";
import { accessRequestOf, inputOf, settingsOf } from "@/testing/auth/decision-case";
import { get, post, type DecisionCase, type RequestInput } from "./cases/case";
import { decide } from "./decide";
import type { Decision } from "./decision";
import { isFault } from "./identify";

const keyGenerationSettings = fc.record(
  {
    team_key_generation: fc.record({ allowed_team_member_roles: fc.subarray(["admin" as const, "user" as const]) }),
    personal_key_generation: fc.record({
      allowed_user_roles: fc.subarray(["internal_user" as const, "proxy_admin" as const]),
    }),
  },
  { requiredKeys: [] },
);
/** Tokens and settings of the decision's own properties, beside settings that say who makes keys. */
const line = fc
  .record({ question: questionArbitrary, opened: fc.option(keyGenerationSettings, { nil: undefined, freq: 4 }) })
  .map(({ question, opened }) => {
    const { settings, ...rest } = asCase(question);
    return { ...rest, settings: { ...settings, ...(opened && { key_generation_settings: opened }) } };
  });

async function decided(asked: DecisionCase, request: RequestInput, via?: "session"): Promise<Decision | undefined> {
  const input = await inputOf({ ...asked, request });
  if (isFault(input.identity)) return undefined;
  const identity = via ? { ...input.identity, via } : input.identity;
  return decide({ ...input, identity, request: accessRequestOf(request) });
}

const OWN_KEYS = [
  post("/key/generate"),
  get("/key/list"),
  get("/key/info"),
  post("/key/regenerate"),
  post("/key/delete"),
];

test("one rule says who makes keys: the session of the console and the token of the same person get the same decision", async () => {
  await fc.assert(
    fc.asyncProperty(line, fc.constantFrom(...OWN_KEYS), async (asked, request) => {
      const { issuers } = settingsOf(asked);
      // Only this setting treats a session and a token differently, by design.
      fc.pre(!issuers.some((entry) => entry.allow_admin === "console"));
      expect(await decided(asked, request, "session")).toEqual(await decided(asked, request));
    }),
    { numRuns: 100 },
  );
});

test("every operation on one's own keys gets the same answer about which keys its caller may make, unless the caller reads as a viewer", async () => {
  await fc.assert(
    fc.asyncProperty(line, async (asked) => {
      const decisions = await Promise.all(OWN_KEYS.map((request) => decided(asked, request)));
      const rights = decisions.flatMap((decision) =>
        // A viewer reads as administrators do, and makes keys as anybody.
        decision?.allow && !decision.principal.viewer ? [JSON.stringify(decision.principal.makesKeys ?? null)] : [],
      );
      expect(new Set(rights).size).toBeLessThanOrEqual(1);
    }),
    { numRuns: 100 },
  );
});

test("with key_generation_settings nobody but an administrator makes keys that it does not name", async () => {
  await fc.assert(
    fc.asyncProperty(line, async (asked) => {
      const opened = asked.settings.key_generation_settings;
      const made = await decided(asked, post("/key/generate"));
      // The operation itself refuses a virtual key.
      fc.pre(
        opened !== undefined && made?.allow === true && typeof asked.token === "object" && "claims" in asked.token,
      );
      if (made?.allow !== true || made.principal.admin) return;
      const { makesKeys = { personal: false, teams: [] } } = made.principal;
      expect(makesKeys.personal || makesKeys.teams.length > 0).toBe(true);
      if (makesKeys.personal) expect(opened?.personal_key_generation?.allowed_user_roles).toContain("internal_user");
      if (makesKeys.teams.length > 0)
        expect(opened?.team_key_generation?.allowed_team_member_roles.length).toBeGreaterThan(0);
    }),
    { numRuns: 30, maxSkipsPerRun: 1_000 },
  );
});
