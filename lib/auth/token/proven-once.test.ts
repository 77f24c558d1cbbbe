import { getGlobalDispatcher } from "undici";
import { expect, test } from "vitest";
import { createSigningKey, signClaims } from "@/local/provider/signing-keys";
import { publishing, startKeyServer } from "@/testing/auth/key-server";
import { testSettings } from "@/testing/gateway/test-settings";
import { createTokenVerifier } from "./verify";

test("a token is announced once when it is proven, and never when it is refused or recalled", async () => {
  const key = await createSigningKey("RS256");
  const server = await startKeyServer(publishing(key));
  const settings = testSettings({ publicKeyUrls: [server.url] });
  const proven: unknown[] = [];
  const verifier = createTokenVerifier(
    () => settings,
    () => 1_800_000_000_000,
    getGlobalDispatcher,
    { proven: ({ claims }) => proven.push(claims["sub"]) },
  );
  try {
    const sign = (sub: string, exp: number) => signClaims(key, { iss: "https://here.example", sub, exp });
    const token = await sign("u1", 1_800_000_100);
    for (let round = 0; round < 3; round++) await verifier.verify(token);
    await expect(verifier.verify(await sign("u2", 1))).rejects.toMatchObject({ code: "token_expired" });
    expect(proven).toEqual(["u1"]);
  } finally {
    verifier.close();
    await server.stop();
  }
});
