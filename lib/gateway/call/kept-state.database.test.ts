import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import type { Behaviour } from "@/local/upstream/behaviour";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

/** Accounts of a provider behind one name. Each knows only what it has stored itself. */
const ACCOUNTS = 5;

let database: TestDatabase;
let gateway: InProcessGateway;
let accounts: LocalUpstream[];

beforeAll(async () => {
  [database, accounts] = await Promise.all([
    startTestDatabase(),
    Promise.all(Array.from({ length: ACCOUNTS }, () => startUpstream())),
  ]);
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: accounts.map(({ apiBase }, index) => ({
        model_name: "m",
        gateway_params: { model: "openai/gpt", api_base: apiBase },
        model_info: { id: `account-${index}` },
      })),
    },
  });
  const owner = { owner: "master-key", deployment: "account-0", model: "m" };
  await gateway.services.kept.keep(
    accounts.map((_, index) => `of-${index}`),
    owner,
  );
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([...(accounts ?? []).map((account) => account.stop()), database?.stop()]);
});
beforeEach(() => {
  for (const [index, account] of accounts.entries()) {
    account.requests.length = 0;
    account.behave = ({ body }) => {
      const asked = body as { previous_response_id?: string; conversation?: string };
      const named = asked.previous_response_id ?? asked.conversation;
      if (named === undefined || named === `of-${index}`) return {};
      return asked.conversation === undefined ? LACKS_RESPONSE : LACKS_CONVERSATION;
    };
  }
});

const CANNOT_READ = {
  message: "The encrypted content could not be verified.",
  type: "invalid_request_error",
  param: null,
  code: "invalid_encrypted_content",
};
const LACKS_RESPONSE: Behaviour = {
  status: 400,
  body: {
    error: {
      message: "Previous response with that id not found.",
      type: "invalid_request_error",
      param: "previous_response_id",
      code: "previous_response_not_found",
    },
  },
};
const LACKS_CONVERSATION: Behaviour = {
  status: 404,
  body: { error: { message: "Conversation not found.", type: "invalid_request_error", param: null, code: null } },
};

const client = (): OpenAI =>
  new OpenAI({
    apiKey: gateway.masterKey,
    baseURL: "http://gateway/v1",
    maxRetries: 0,
    fetch: (address, init) => {
      const { pathname } = new URL(address instanceof Request ? address.url : address);
      return gateway.send(pathname, init);
    },
  });
const asked = (): number => accounts.reduce((sum, { requests }) => sum + requests.length, 0);
async function cooldowns(): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const list = await (await gateway.send("/model/info", { headers })).json();
  return (list as { data: { state?: unknown }[] }).data;
}

describe("a group of accounts", () => {
  test.each(Array.from({ length: ACCOUNTS }, (_, index) => index))(
    "a response that account %s has stored is continued there",
    async (index) => {
      const { data, response } = await client()
        .responses.create({ model: "m", input: "And?", previous_response_id: `of-${index}` })
        .withResponse();
      expect(data.status).toBe("completed");
      expect(response.headers.get("x-gateway-deployment")).toBe(`account-${index}`);
    },
  );

  test("a stream continues a conversation where it is stored", async () => {
    const stream = await client().responses.create({
      model: "m",
      input: "And?",
      conversation: "of-3",
      stream: true,
    });
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types.at(-1)).toBe("response.completed");
  });

  test("a thought that one account has encrypted is read there, whichever is asked first", async () => {
    for (const [index, account] of accounts.entries())
      account.behave = () => (index === 4 ? {} : { status: 400, body: { error: CANNOT_READ } });
    const thought = { type: "reasoning" as const, id: "rs_1", summary: [], encrypted_content: "of account 4" };
    const { response } = await client()
      .responses.create({ model: "m", input: [thought, { role: "user", content: "And?" }], store: false })
      .withResponse();
    expect(response.headers.get("x-gateway-deployment")).toBe("account-4");
    expect(JSON.stringify(await cooldowns())).not.toContain("access_refused");
  });

  test("what no account has stored is refused in the upstream's words, and no account is put aside", async () => {
    const error = await client()
      .responses.create({ model: "m", input: "And?", conversation: "gone" })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 404, message: expect.stringContaining("Conversation not found.") });
    expect(asked()).toBe(ACCOUNTS);
    expect(JSON.stringify(await cooldowns())).not.toContain("access_refused");
    accounts.forEach(({ requests }) => (requests.length = 0));
    // Calls that end before others begin are dealt out at random: of a hundred, each account has some.
    await Promise.all(
      Array.from({ length: 20 * ACCOUNTS }, () => client().responses.create({ model: "m", input: "Hello" })),
    );
    expect(accounts.map(({ requests }) => requests.length > 0)).not.toContain(false);
  });
});
