import { describe, expect, test } from "vitest";
import { accessOverrides, issuerEntry } from "@/lib/config/schema";
import { openAccessSecrets, revisionOf, type KnownSecrets, type SecretUse } from "./access-secrets";

const ISSUER = "https://login.example";
const asking = (introspection: object, more: object = {}) => ({
  issuer: ISSUER,
  introspection: { client_id: "gateway", ...introspection },
  ...more,
});
const entryOf = (entry: object) => issuerEntry.parse(entry);
const KNOWN: KnownSecrets = {
  stored: new Map([
    ["s1", { secret: "first", destination: `what ${ISSUER} names` }],
    ["s2", undefined],
    ["s3", { secret: "third", destination: "https://asked.example" }],
  ]),
  kept: [entryOf(asking({ client_secret: "in force" }))],
  common: [],
  inFile: [entryOf({ issuer: ISSUER, custom_validate: "checks.staff" })],
};

/** The secret that a draft's introspection gets, or the finding about it. */
function secretIn(entry: object, use: SecretUse = "save"): unknown {
  const { draft, faults } = openAccessSecrets({ issuers: [entry] }, KNOWN, use);
  const [fault] = faults;
  const { introspection } = (draft as { issuers: [{ introspection: { client_secret?: string } }] }).issuers[0];
  return fault ? `${fault.number} ${fault.path.join(".")}: ${fault.message}` : introspection.client_secret;
}

const PLACE = "issuers.0.introspection.client_secret";
const MOVED = `C167 ${PLACE}: belongs to another address: the change would send it to another origin than it was entered for`;
const NO_REFERENCE = `C168 ${PLACE}: references to the environment and to vaults work only in the configuration file`;

describe("a secret of an issuer", () => {
  test.each([
    ["is the one that is sent", asking({ client_secret: "new" }), "new"],
    ["stays when it is left out", asking({}), "in force"],
    ["stays when the mark of one that is set is sent back", asking({ client_secret: "[secret]" }), "in force"],
    ["is the one that a mark names", asking({ client_secret: "[secret s1]" }), "first"],
    [
      "goes to the address that it was entered for",
      asking({ client_secret: "[secret s3]", url: "https://asked.example/2" }),
      "third",
    ],
    [
      "goes to no other origin by its mark",
      asking({ client_secret: "[secret s1]", url: "https://thief.example" }),
      MOVED,
    ],
    ["goes to no other origin when it is left out", asking({ url: "https://thief.example/introspect" }), MOVED],
    [
      "goes to no other discovery document",
      asking({}, { jwks_url: "https://thief.example/.well-known/openid-configuration" }),
      MOVED,
    ],
    [
      "may go to another origin when it is sent again",
      asking({ client_secret: "new", url: "https://other.example" }),
      "new",
    ],
    ["is not kept for another issuer", { ...asking({}), issuer: "https://other.example" }, undefined],
    [
      "is unknown by a mark that was never given",
      asking({ client_secret: "[secret s9]" }),
      `C167 ${PLACE}: no such secret is stored`,
    ],
    [
      "cannot be kept if this node cannot decrypt it",
      asking({ client_secret: "[secret s2]" }),
      `C167 ${PLACE}: this node cannot decrypt it`,
    ],
    ["names no variable of the operator", asking({ client_secret: "os.environ/GATEWAY_MASTER_KEY" }), NO_REFERENCE],
    ["names no vault", asking({ client_secret: " vault/prod#key" }), NO_REFERENCE],
  ])("%s", (_, entry, expected) => {
    expect(secretIn(entry)).toBe(expected);
  });

  test("of Microsoft Graph is bound to both addresses that get it or its token", () => {
    const graph = { client_id: "app", client_secret: "g" };
    const known = { ...KNOWN, kept: [entryOf({ issuer: ISSUER, microsoft_graph: graph })] };
    const faultsOf = (more: object) =>
      openAccessSecrets(
        { issuers: [{ issuer: ISSUER, microsoft_graph: { client_id: "app", ...more } }] },
        known,
        "save",
      ).faults;
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ login_url: "https://thief.example" })).toMatchObject([{ number: "C167" }]);
    expect(faultsOf({ graph_url: "https://thief.example" })).toMatchObject([{ number: "C167" }]);
  });

  test("of Microsoft Graph for all issuers is bound to them too, and kept like an issuer's", () => {
    const graph = { client_id: "app", client_secret: "g" };
    const known = { ...KNOWN, common: [{}, accessOverrides.parse({ microsoft_graph: graph })] };
    const opened = (more: object, use: SecretUse = "save") => {
      const { draft, faults } = openAccessSecrets({ microsoft_graph: { client_id: "app", ...more } }, known, use);
      const { microsoft_graph: found } = draft as { microsoft_graph: { client_secret?: string } };
      return faults[0] ? `${faults[0].number} ${faults[0].path.join(".")}` : found.client_secret;
    };
    expect([opened({}), opened({ client_secret: "[secret]" }), opened({ client_secret: "new" })]).toEqual([
      "g",
      "g",
      "new",
    ]);
    const refused = "C167 microsoft_graph.client_secret";
    expect(opened({ login_url: "https://thief.example" })).toBe(refused);
    expect(opened({ client_secret: "[secret]", graph_url: "https://thief.example" })).toBe(refused);
    // The id names the secret of an issuer's introspection, which is for another address.
    expect(opened({ client_secret: "[secret s1]" })).toBe(refused);
    expect(opened({ client_secret: "os.environ/GATEWAY_MASTER_KEY" })).toBe("C168 microsoft_graph.client_secret");
    expect(opened({ login_url: "https://thief.example" }, "trial")).not.toBe("g");
  });

  test("that cannot be decrypted keeps its issuer in force and is told", () => {
    const told = `C169 ${PLACE}: this node cannot decrypt it, so the issuer is not asked with it`;
    expect(secretIn(asking({ client_secret: "[secret s2]" }), "stored")).toBe(told);
    const { draft } = openAccessSecrets({ issuers: [asking({ client_secret: "[secret s2]" })] }, KNOWN, "stored");
    expect(accessOverrides.safeParse(draft).success).toBe(true);
  });

  test("is nobody's in a trial at another address", () => {
    expect(secretIn(asking({ url: "https://thief.example" }), "trial")).not.toMatch(/in force|first|third/);
    expect(secretIn(asking({ client_secret: "[secret typed-1]" }), "trial")).toEqual(expect.any(String));
  });
});

describe("custom_validate of an issuer", () => {
  const functionOf = (entry: object, use: SecretUse) => {
    const { draft, faults } = openAccessSecrets({ issuers: [{ issuer: ISSUER, ...entry }] }, KNOWN, use);
    return faults[0]?.number ?? (draft as { issuers: [{ custom_validate?: string }] }).issuers[0].custom_validate;
  };

  test.each([
    ["is the file's when it is left out", {}, "checks.staff"],
    ["may be sent back", { custom_validate: "checks.staff" }, "checks.staff"],
    ["is no other function", { custom_validate: "checks.nobody" }, "C170"],
    ["is not turned off", { custom_validate: null }, "C170"],
    [
      "is not given to an issuer that has none in the file",
      { issuer: "https://b", custom_validate: "checks.staff" },
      "C170",
    ],
  ])("%s", (_, entry, expected) => {
    expect(functionOf(entry, "save")).toBe(expected);
  });

  test("follows the file while a revision is in force", () => {
    expect(functionOf({ custom_validate: "checks.old" }, "stored")).toBe("checks.staff");
  });
});

describe("what a revision holds", () => {
  const overrides = (secret: string) => accessOverrides.parse({ issuers: [asking({ client_secret: secret })] });
  const stored = (secret: string) => revisionOf(overrides(secret), KNOWN.stored, () => "new");

  test("has no secret in it, and names a new one by a new id", () => {
    const { settings, secrets } = stored("typed");
    expect(JSON.stringify(settings)).not.toContain("typed");
    expect(settings["issuers"]).toMatchObject([
      { introspection: { client_secret: "[secret new]", client_id: "gateway" } },
    ]);
    expect([...secrets]).toEqual([["new", { secret: "typed", destination: `what ${ISSUER} names` }]]);
  });

  test("names a secret that stays by the same id, so that a difference shows only what has changed", () => {
    const { settings, secrets } = stored("first");
    expect(settings["issuers"]).toMatchObject([{ introspection: { client_secret: "[secret s1]" } }]);
    expect(secrets.size).toBe(0);
  });

  test("has no secret of Microsoft Graph for all issuers either, and reads back as what was saved", () => {
    const graph = { client_id: "app", client_secret: "typed" };
    const { settings, secrets } = revisionOf(accessOverrides.parse({ microsoft_graph: graph }), new Map(), () => "new");
    expect(settings).toMatchObject({ microsoft_graph: { client_id: "app", client_secret: "[secret new]" } });
    expect(settings).not.toHaveProperty("issuers");
    const { draft } = openAccessSecrets(settings, { ...KNOWN, stored: secrets }, "stored");
    expect(accessOverrides.parse(draft).microsoft_graph?.client_secret.reveal()).toBe("typed");
  });

  test("reads back as what was saved", () => {
    const { settings, secrets } = stored("typed");
    const known = { ...KNOWN, stored: new Map([...KNOWN.stored, ...secrets]) };
    const { draft, faults } = openAccessSecrets(settings, known, "stored");
    expect(faults).toEqual([]);
    expect(accessOverrides.parse(draft).issuers?.[0]?.introspection?.client_secret.reveal()).toBe("typed");
  });
});
