import { describe, expect, test } from "vitest";
import { bearerCredential, deploymentCredential } from "@/lib/credentials/deployment-credential";
import { CredentialKeeper } from "@/lib/credentials/keeper";
import { CredentialError, type CredentialPorts, type CredentialSource } from "@/lib/credentials/source";
import { AnswerMemory } from "@/lib/upstream/answer-memory";
import type { SignRequest } from "@/lib/upstream/post";
import type { Outcome } from "./outcome";
import { sendProven } from "./send-proven";

let time = 0;
const nothing = (): never => {
  throw new Error("not asked for");
};
const ports: CredentialPorts = {
  now: () => time,
  variable: nothing,
  readFile: nothing,
  ask: nothing,
  askMachine: nothing,
};
const newServices = () => ({
  now: () => time,
  credentials: new CredentialKeeper({ ports, limit: () => new AbortController().signal }),
});
const UNSIGNED = { method: "POST" as const, path: "/v1/messages?x=1", headers: { a: "b" }, body: Buffer.from("{}") };

function whole(status: number): Outcome {
  return { kind: "whole", head: { status, headers: {} }, bytes: Buffer.of(), held: new AnswerMemory(1_000).enter() };
}

/** Tokens that are numbered as they are fetched. */
function numberedTokens(reason?: string): CredentialSource<string> & { readonly count: () => number } {
  let count = 0;
  return {
    key: "test:1",
    label: "the identity",
    count: () => count,
    fetch() {
      count++;
      if (reason !== undefined) return Promise.reject(new CredentialError(reason));
      return Promise.resolve({ value: `token-${count}`, endsAt: time + 3_600_000 });
    },
  };
}

function attempt(source: CredentialSource<string>, canRepeat = true) {
  return { credential: bearerCredential(source), origin: "https://a.test", policy: { cooldownMs: 5_000 }, canRepeat };
}

describe("a call with a credential", () => {
  test("what is signed is the request as it goes out, and the time", async () => {
    const seen: unknown[] = [];
    const credential = deploymentCredential(
      numberedTokens(),
      (token, request, now) => {
        seen.push({ token, request, now });
        return { "x-signed": token };
      },
      () => false,
    );
    time = 7_000;
    const outcome = await sendProven(newServices(), { ...attempt(numberedTokens()), credential }, async (sign) => {
      expect(sign(UNSIGNED)).toEqual({ "x-signed": "token-1" });
      return whole(200);
    });
    expect(outcome).toMatchObject({ kind: "whole", head: { status: 200 } });
    expect(seen).toEqual([{ token: "token-1", request: { ...UNSIGNED, origin: "https://a.test" }, now: 7_000 }]);
  });
  test("one that has ended is renewed once, and the call is sent again with the next", async () => {
    time = 0;
    const services = newServices();
    const source = numberedTokens();
    const sent: string[] = [];
    const send = async (sign: SignRequest): Promise<Outcome> => {
      sent.push(sign(UNSIGNED)["authorization"] ?? "");
      return whole(401);
    };
    await sendProven(services, attempt(source), async () => whole(200));
    time = 60_000;
    expect(await sendProven(services, attempt(source), send)).toMatchObject({ head: { status: 401 } });
    expect(sent).toEqual(["Bearer token-1", "Bearer token-2"]);
    // The new one is refused too: more of them would not help.
    expect(await sendProven(services, attempt(source), send)).toMatchObject({ head: { status: 401 } });
    expect([sent.length, source.count()]).toEqual([3, 2]);
  });
  test("a body that cannot be sent again is not", async () => {
    const source = numberedTokens();
    const services = newServices();
    await sendProven(services, attempt(source), async () => whole(200));
    time += 60_000;
    let sends = 0;
    await sendProven(services, attempt(source, false), async () => {
      sends++;
      return whole(401);
    });
    expect([sends, source.count()]).toEqual([1, 1]);
  });
  test("without a credential nothing is sent, and the attempt has failed with the reason", async () => {
    const outcome = await sendProven(newServices(), attempt(numberedTokens("the machine has no role")), nothing);
    expect(outcome).toMatchObject({ kind: "failed", error: { name: "CredentialFailure" } });
    expect(String(outcome.kind === "failed" && outcome.error)).toContain("the machine has no role");
  });
});
