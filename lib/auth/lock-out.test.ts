import { expect, test } from "vitest";
import { lostRequests } from "./lock-out";
import type { Decision, Principal } from "./decision";

const NOBODY_IN_PARTICULAR: Principal = {
  admin: false,
  viewer: false,
  administers: [],
  role: undefined,
  keyId: undefined,
  teamId: undefined,
  userId: undefined,
  organizationId: undefined,
  teamOrganizationId: undefined,
  endUserId: undefined,
};

const allowed = (principal: Partial<Principal>): Decision => ({
  allow: true,
  principal: { ...NOBODY_IN_PARTICULAR, ...principal },
  obligations: [],
  checks: [],
});

const DECISIONS = {
  administrator: allowed({ admin: true }),
  viewer: allowed({ viewer: true }),
  "ordinary caller": allowed({}),
  refused: { allow: false, code: "route_not_allowed", message: "No route.", checks: [] },
} satisfies Record<string, Decision>;

test.each([
  ["jwt", "administrator", "administrator", undefined],
  ["jwt", "administrator", "refused", "No route."],
  ["jwt", "administrator", "viewer", "Nothing would make the caller an administrator."],
  ["jwt", "administrator", "ordinary caller", "Nothing would make the caller an administrator."],
  ["jwt", "refused", "refused", undefined],
  ["jwt", "viewer", "refused", undefined],
  ["master-key", "administrator", "refused", undefined],
] as const)("a %s that was %s and would be %s loses: %s", (kind, before, after, because) => {
  const request = { method: "POST", route: "/config/revisions" };
  const lost = lostRequests({ kind }, [{ request, before: DECISIONS[before], after: DECISIONS[after] }]);
  expect(lost).toEqual(because === undefined ? [] : [{ method: "POST", path: "/config/revisions", because }]);
});
