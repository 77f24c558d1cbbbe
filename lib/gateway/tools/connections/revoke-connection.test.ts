import { expect, test } from "vitest";
import type { ConnectionCredential } from "@/lib/mcp/connections/credential";
import type { Services } from "../../services";
import { revokeReplaced } from "./revoke-connection";

const GOOGLE = "https://oauth2.googleapis.com/revoke";
const at = (revocationUrl: string | undefined, more: Partial<ConnectionCredential> = {}): ConnectionCredential => ({
  client: { tokenUrl: "https://id.example/token", revocationUrl, clientId: "gateway", method: "none" },
  accessToken: "an old token",
  refreshToken: "an old refresh token",
  ...more,
});
const NEXT = at(undefined, { accessToken: "a new token", refreshToken: "a new refresh token" });

async function revoked(replaced: ConnectionCredential): Promise<(string | null)[]> {
  const asked: (string | null)[] = [];
  const ask = async ({ body }: { readonly body?: string }) => {
    asked.push(new URLSearchParams(body).get("token"));
    return { status: 200, headers: {}, text: "" };
  };
  const credentials = { options: { ports: { ask }, limit: () => AbortSignal.timeout(1_000) } };
  const services = { credentials, log: { info() {}, warn() {}, error() {} } } as unknown as Services;
  await revokeReplaced(services, { userId: "ada", server: "tickets" }, replaced, NEXT);
  return asked;
}

test.each<[because: string, replaced: ConnectionCredential, tokens: string[]]>([
  ["is revoked where its server does so", at("https://id.example/revoke"), ["an old refresh token", "an old token"]],
  ["stays where its server does not", at(undefined), []],
  [
    "stays if the new one has its refresh token",
    at("https://id.example/revoke", { refreshToken: NEXT.refreshToken }),
    [],
  ],
  ["stays if the new one has its access token", at("https://id.example/revoke", { accessToken: NEXT.accessToken }), []],
  ["stays where the new one would end with it", at(GOOGLE), []],
])("a credential that is replaced %s", async (_because, replaced, tokens) => {
  expect(await revoked(replaced)).toEqual(tokens);
});
