import { afterAll, beforeAll, beforeEach } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startInProcessGateway, type InProcessGateway } from "./in-process-gateway";

/** The key of the upstream, whose middle no answer may show. */
export const UPSTREAM_KEY = "sk-upstream-0123456789abcdefWXYZ";

interface Answer {
  status: number;
  text: string;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON, asserted on
}

/** For every test of the calling file: a gateway whose file has the models `filed` and `*`, and their upstream. */
export function useModelFixture() {
  let database: TestDatabase;
  let databaseUrl: string;
  let gateway: InProcessGateway;
  let upstream: LocalUpstream;
  beforeAll(async () => {
    [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  });
  /** A node on the database of the test. */
  function startNode(): Promise<InProcessGateway> {
    const model_list = [
      {
        model_name: "filed",
        gateway_params: { model: "openai/filed", api_base: upstream.apiBase, api_key: UPSTREAM_KEY },
        model_info: { id: "filed-1" },
      },
      { model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } },
    ];
    return startInProcessGateway(databaseUrl, { config: { model_list }, environment: { HOUSE_KEY: UPSTREAM_KEY } });
  }
  beforeEach(async () => {
    upstream.requests.length = 0;
    databaseUrl = await database.createDatabase();
    gateway = await startNode();
    return () => gateway.stop();
  });
  afterAll(async () => {
    await Promise.all([upstream?.stop(), database?.stop()]);
  });

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    key = gateway.masterKey,
    at = gateway,
  ): Promise<Answer> {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await at.send(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  }

  return {
    get gateway() {
      return gateway;
    },
    get upstream() {
      return upstream;
    },
    ask,
    /** A second node on the same database, which the test stops. */
    startNode,
    /** Adds the model `added`, with the upstream's key. */
    add: (input: object = {}) =>
      ask("POST", "/model/new", {
        model_name: "added",
        gateway_params: { model: "openai/real", api_base: upstream.apiBase, api_key: UPSTREAM_KEY, weight: 2 },
        ...input,
      }),
    call: (model: string, at = gateway) =>
      ask(
        "POST",
        "/v1/chat/completions",
        { model, messages: [{ role: "user", content: "Hello." }] },
        gateway.masterKey,
        at,
      ),
  };
}
