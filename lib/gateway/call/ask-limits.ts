import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { Hold } from "@/lib/limits/hold";
import type { Services } from "../services";
import type { Call } from "./call";
import { recordLimitRefusal } from "./recorded-refusal";

/** Has the limits admit a call. @throws GatewayError budget_exceeded, rate_limit_exceeded, directory_unavailable */
export function askLimits(services: Services, call: Call): MaybePromise<Hold> {
  try {
    const admitted = services.limits.admit(call, services.settings.current().models);
    if (!isPromise(admitted)) return admitted;
    const { observer, now } = services;
    const startedAt = now();
    const tell = (): void => observer.limitsAnswered?.({ call, startedAt, endedAt: now() });
    return admitted.then(
      (hold) => {
        tell();
        return hold;
      },
      (error: unknown) => {
        tell();
        throw recordLimitRefusal(services, call, error);
      },
    );
  } catch (error) {
    throw recordLimitRefusal(services, call, error);
  }
}
