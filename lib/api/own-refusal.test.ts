import { expect, test } from "vitest";
import type { Caller } from "@/lib/gateway/request/caller";
import type { RecordedDecision } from "@/lib/wire/explanation";
import { isOwnRefusal, personOf } from "./own-refusal";

type Refused = NonNullable<RecordedDecision["identity"]>;
const refused = (more: Partial<Refused>): Pick<RecordedDecision, "identity"> => ({
  identity: {
    kind: "jwt",
    issuer: null,
    subject: null,
    scopes: [],
    roles: [],
    team_id: null,
    groups: [],
    user_id: null,
    email: null,
    object_id: null,
    organization_id: null,
    end_user_id: null,
    key_id: null,
    ...more,
  },
});
const caller = (identity: object, userId?: string) =>
  ({ identity: { kind: "jwt", ...identity }, principal: { userId } }) as unknown as Caller;

test.each<[title: string, caller: object, refused: Partial<Refused>, own: boolean]>([
  ["the same subject of the same issuer", { issuer: "a", subject: "s" }, { issuer: "a", subject: "s" }, true],
  ["the same subject of another issuer", { issuer: "a", subject: "s" }, { issuer: "b", subject: "s" }, false],
  ["another subject of the same team", { subject: "s", teamId: "t" }, { subject: "x", team_id: "t" }, false],
  ["the same user by another subject", { subject: "s", userId: "u" }, { subject: "x", user_id: "u" }, true],
  ["a team's token that names nobody", { teamId: "t" }, { team_id: "t" }, true],
  ["a person of the team, asked by a token that names nobody", { teamId: "t" }, { team_id: "t", subject: "x" }, false],
  ["tokens that name nothing at all", {}, {}, false],
  ["the same key", { kind: "virtual-key", key: { id: "k" } }, { kind: "virtual-key", key_id: "k" }, true],
  ["another key", { kind: "virtual-key", key: { id: "k" } }, { kind: "virtual-key", key_id: "l" }, false],
  ["a key, asked by a token with its name", { subject: "k" }, { kind: "virtual-key", key_id: "k" }, false],
  ["the master key", { kind: "master-key" }, { kind: "master-key" }, true],
])("whether a refusal is the caller's own: %s", (_title, identity, of, own) => {
  expect(isOwnRefusal(caller(identity), refused(of))).toBe(own);
});

test("a refusal of credentials that prove nobody is nobody's", () => {
  expect(isOwnRefusal(caller({ subject: "s" }), { identity: null })).toBe(false);
});

test("a person is the same with a token and with a key", () => {
  expect(personOf(caller({ subject: "s" }, "u"))).toBe(
    personOf(caller({ kind: "virtual-key", key: { id: "k" } }, "u")),
  );
  expect(personOf(caller({ issuer: "a", subject: "s" }))).not.toBe(personOf(caller({ issuer: "b", subject: "s" })));
});
