import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import type { Logger } from "@/lib/log";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startInProcessGateway, type InProcessGateway } from "../gateway/in-process-gateway";
import { startOtlpReceiver, type OtlpReceiver } from "./otlp-receiver";
import type { ReceivedSpan } from "./otlp-traces";

interface CallOptions {
  readonly stream?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

function entry(model_name: string, id: string, api_base: string): object {
  return {
    model_name,
    gateway_params: {
      model: "openai/gpt",
      api_base,
      api_key: "upstream-secret",
      input_cost_per_token: 0.001,
      output_cost_per_token: 0.002,
    },
    model_info: { id },
  };
}

/** The variables of a gateway that sends its traces to the receiver at once. */
function exportingTo(receiver: OtlpReceiver): Readonly<Record<string, string>> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=blue%20one",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OTEL_BSP_SCHEDULE_DELAY: "20",
  };
}

/** For every test of the calling file: a gateway that exports traces to a receiver, and two upstreams. */
export function useTracedGateway() {
  let database: TestDatabase;
  let gateway: InProcessGateway;
  let receiver: OtlpReceiver;
  let one: LocalUpstream;
  let two: LocalUpstream;

  beforeAll(async () => {
    [database, receiver, one, two] = await Promise.all([
      startTestDatabase(),
      startOtlpReceiver(),
      startUpstream(),
      startUpstream(),
    ]);
    gateway = await start({});
  });
  afterAll(async () => {
    const { secrets } = gateway;
    await gateway.stop();
    secrets.expectNone(receiver.everything(), "the traces");
    await Promise.all([one?.stop(), two?.stop(), receiver?.stop(), database?.stop()]);
  });
  beforeEach(() => {
    receiver.forget();
    receiver.status = 200;
    for (const upstream of [one, two]) upstream.behave = undefined;
  });

  const config = (general_settings: object = {}, api_base = one.apiBase) => ({
    general_settings,
    model_list: [entry("m", "first", api_base), entry("n", "second", two.apiBase)],
  });
  const start = async (variables: Readonly<Record<string, string>>, log?: Logger): Promise<InProcessGateway> =>
    startInProcessGateway(await database.createDatabase(), {
      config: config(),
      log,
      environment: { ...exportingTo(receiver), ...variables },
    });

  return {
    get gateway() {
      return gateway;
    },
    get receiver() {
      return receiver;
    },
    /** The upstream that serves the model `m`. */
    get one() {
      return one;
    },
    /** The upstream that serves the model `n`. */
    get two() {
      return two;
    },
    /** Puts these settings in force. `api_base`: another address for the model `m`. */
    configure: (general_settings?: object, api_base?: string) =>
      gateway.configure({ config: config(general_settings, api_base) }),
    /** Calls the model `m` with a prompt that no span may contain. */
    call({ stream = false, headers = {}, signal }: CallOptions = {}): Promise<Response> {
      return gateway.send("/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
        body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "planted-prompt" }] }),
        ...(signal && { signal }),
      });
    },
    /** The spans that have come, in the order of their start, the SERVER span first. */
    async spans(count: number): Promise<ReceivedSpan[]> {
      await expect.poll(() => receiver.spans.length).toBe(count);
      return [...receiver.spans].sort((a, b) => Number(a.start - b.start) || (a.kind === "SERVER" ? -1 : 1));
    },
    /** Everything that has been sent, as text. */
    sent: () => Buffer.concat(receiver.requests.map(({ body }) => body)).toString("latin1"),
    /** Lets a test use a gateway with other variables, and stops it afterwards. `lines` are its log. */
    async own(variables: Readonly<Record<string, string>>, use: (lines: readonly string[]) => Promise<void>) {
      const before = gateway;
      const lines: string[] = [];
      const log = (event: string, fields?: object) => void lines.push(`${event} ${JSON.stringify(fields)}`);
      gateway = await start(variables, { info: log, warn: log, error: log });
      try {
        await gateway.configure({ config: config() });
        await use(lines);
      } finally {
        await gateway.stop();
        gateway = before;
      }
    },
  };
}
