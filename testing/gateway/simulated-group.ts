import { NO_HOLD } from "@/lib/limits/hold";
import type { ModelEntry } from "@/lib/config/schema";
import type { Call } from "@/lib/gateway/call/call";
import { Attempts } from "@/lib/gateway/call/attempts";
import { DeploymentStates } from "@/lib/gateway/call/deployment-states";
import { targetsOf } from "@/lib/gateway/call/targets";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Services } from "@/lib/gateway/services";
import { NO_PRICES } from "@/lib/prices/price-catalog";
import type { Failure } from "@/lib/router/failure";
import type { PriceStore } from "@/lib/store/settings/price-store";
import { apiRequest } from "./api-request";
import { seededRandom } from "./call-traffic";
import { chosenSettings, testSettings } from "./test-settings";

/** How an upstream answers one attempt. */
export interface SimulatedAnswer {
  readonly afterMs: number;
  /** Undefined: it serves the call. */
  readonly failure: Failure | undefined;
}

export interface Simulation {
  /** One for each deployment: how it answers an attempt at a time in milliseconds since the start. */
  readonly upstreams: readonly ((random: () => number, now: number) => SimulatedAnswer)[];
  readonly callsPerSecond: number;
  readonly calls: number;
  readonly seed: number;
  /** `gateway_params` of every entry. */
  readonly params?: Partial<ModelEntry["gateway_params"]>;
}

export interface SimulatedResult {
  readonly served: number;
  /** Answered by the gateway itself, without any attempt. */
  readonly refused: number;
  /** Attempts at each deployment. */
  readonly attempts: readonly number[];
}

const START = 1_800_000_000_000;
const ROUTE = "/chat/completions";

/**
 * Sends calls to a group of simulated upstreams, with the gateway's own choice of deployments, retries and cooldowns,
 * on a virtual clock: the same seed always gives the same result.
 */
export async function simulateGroup(simulation: Simulation): Promise<SimulatedResult> {
  const time = new VirtualTime();
  const random = seededRandom(simulation.seed);
  const models = simulation.upstreams.map((_, position): ModelEntry => ({
    model_name: "m",
    gateway_params: { model: "openai/gpt", api_base: "http://upstream.test/v1", ...simulation.params },
    model_info: { id: String(position) },
  }));
  const settings = testSettings({ models });
  const services = {
    settings: chosenSettings(() => settings),
    deployments: new DeploymentStates(() => time.now),
    now: () => time.now,
    random,
    wait: (milliseconds: number) => time.sleep(milliseconds),
    // Only fallbacks ask for these.
    prices: {} as PriceStore,
    directory: {} as Services["directory"],
  };
  const targets = targetsOf({ model: "m", route: ROUTE, startedAt: START }, settings, NO_PRICES) ?? [];
  const attempts = simulation.upstreams.map(() => 0);
  let [served, refused] = [0, 0];

  async function call(): Promise<void> {
    const trial = new Attempts(services, callOf(targets, time.now), NO_HOLD);
    let attempt;
    try {
      attempt = await trial.first();
    } catch {
      refused++;
      return;
    }
    while (attempt) {
      const position = Number(attempt.target.deployment.id);
      attempts[position] = (attempts[position] ?? 0) + 1;
      const upstream = simulation.upstreams[position];
      if (!upstream) throw new RangeError("there is no such upstream");
      const { afterMs, failure } = upstream(random, time.now - START);
      await time.sleep(afterMs);
      if (!failure) {
        served++;
        attempt.running.succeeded();
        attempt.running.end(10);
        return;
      }
      attempt = await trial.after(attempt, failure);
    }
  }

  for (let number = 0; number < simulation.calls; number++)
    time.at(START + (number * 1_000) / simulation.callsPerSecond, () => void call());
  await time.run();
  return { served, refused, attempts };
}

function callOf(targets: Call["targets"], startedAt: number): Call {
  return {
    id: "call_simulated",
    requestId: "call_simulated",
    traceId: null,
    sessionId: null,
    startedAt,
    route: ROUTE,
    request: apiRequest({}),
    caller: {} as Caller,
    body: {} as Call["body"],
    model: "m",
    estimatedPromptTokens: 10,
    refusesNamed: false,
    seconds: undefined,
    tags: [],
    targets,
  };
}

/** More turns of the microtask queue than a call takes from one event to its next. */
const TURNS = 10;

/** A clock that stands still while anything is being done, and then goes to the time of the next event. */
class VirtualTime {
  now = START;
  /** In order of time. */
  readonly #events: { readonly at: number; readonly happen: () => void }[] = [];

  at(at: number, happen: () => void): void {
    let position = this.#events.length;
    if (at < (this.#events[position - 1]?.at ?? at)) position = this.#events.findIndex((event) => event.at > at);
    this.#events.splice(position, 0, { at, happen });
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.at(this.now + milliseconds, resolve));
  }

  async run(): Promise<void> {
    for (let event = this.#events.shift(); event; event = this.#events.shift()) {
      this.now = event.at;
      event.happen();
      for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
    }
  }
}
