import { describe, expect, it } from "vitest";
import type { Facts } from "@/lib/auth/decision";
import { callerWith } from "@/testing/gateway/management-nodes";
import { ownTeams } from "./ownership";

const FACTS: Facts = {
  teams: new Map(),
  users: new Map([["u1", { id: "u1", email: null, blocked: false, models: [], teams: ["t3"] }]]),
  endUser: undefined,
  organizations: new Map(),
};
const withFacts = (...how: Parameters<typeof callerWith>) => ({ ...callerWith(...how), facts: FACTS });

describe("the teams of a caller", () => {
  it("are the one it acts for and those of its token, each once", () => {
    expect(ownTeams(withFacts({ teamId: "t1" }, { groups: ["t1", "t2"] }))).toEqual(["t1", "t2"]);
  });

  it("are its user's where no claim is configured to say them", () => {
    expect(ownTeams(withFacts({ userId: "u1" }, { kind: "jwt", groupsClaim: undefined }))).toEqual(["t3"]);
    expect(ownTeams(withFacts({ userId: "u1" }, { kind: "jwt", groupsClaim: "groups" }))).toEqual([]);
  });

  it("are never those of the user that a key belongs to", () => {
    expect(ownTeams(withFacts({ keyId: "k1", userId: "u1" }, { kind: "virtual-key", groupsClaim: undefined }))).toEqual(
      [],
    );
  });
});
