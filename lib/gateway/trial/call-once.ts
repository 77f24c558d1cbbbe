import type { ModelEntry, Settings } from "@/lib/config/schema";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { callModel } from "@/lib/gateway/call/model-call";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Services } from "@/lib/gateway/services";
import { parseObjectText } from "@/lib/providers/json-value";
import { readModelBody } from "@/lib/providers/model-body";
import { isObject } from "@/lib/is-object";
import type { ModelTest } from "@/lib/wire/contracts/models";
import { taggedRequest } from "./tagged-request";
import { trialCall } from "./trial-call";

/** The deployment of tests in spend rows and traffic: a test changes nothing about the health of the entry. */
const DEPLOYMENT = "test";
/** The tag of these calls in spend reports. */
const TAG = "test";
const LONGEST_WORDS = 300;

/**
 * Asks for as little as possible in the way of every call, by settings in which the entry is the only one. `upstream`:
 * the model behind it.
 */
export async function callOnce(
  services: Services,
  request: ApiRequest,
  caller: Caller,
  { entry, model, upstream }: { readonly entry: ModelEntry; readonly model: string; readonly upstream: string },
): Promise<NonNullable<ModelTest["chat"]>> {
  const current = services.settings.current();
  const settings: Settings = {
    ...current,
    general: { ...current.general, fallbacks: {} },
    models: [
      {
        ...entry,
        gateway_params: { ...entry.gateway_params, num_retries: 0 },
        model_info: { ...entry.model_info, id: DEPLOYMENT },
      },
    ],
    unusable: new Map(),
  };
  const tried: Services = { ...services, settings: { ...services.settings, current: () => settings } };
  const { route, body, answered } = trialCall(model, upstream, entry.model_info);
  const bytes = Buffer.from(JSON.stringify(body));
  const startedAt = services.now();
  const result = (status: number, headers: Readonly<Record<string, string>>) => ({
    status,
    route,
    call_id: headers["x-gateway-call-id"] ?? null,
    duration_ms: services.now() - startedAt,
    cost: headers["x-gateway-cost"] === undefined ? null : Number(headers["x-gateway-cost"]),
  });
  try {
    const reply = await callModel(
      tried,
      { request: taggedRequest(request, TAG), caller, modelBody: readModelBody(bytes) },
      route,
    );
    reply.over?.();
    const text = Buffer.isBuffer(reply.body) ? reply.body.toString("utf8") : "";
    const ok = reply.status < 400;
    return {
      ...result(reply.status, reply.headers),
      ok,
      code: ok ? null : (memberOf(text, "error", "code") ?? "upstream_error"),
      message: (ok ? answered(text) : (memberOf(text, "error", "message") ?? "")).slice(0, LONGEST_WORDS),
    };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, message, status, options } = error;
    return { ...result(status, options.headers ?? {}), ok: false, code, message: message.slice(0, LONGEST_WORDS) };
  }
}

/** A string member of an object within the answer. */
function memberOf(text: string, outer: string, name: string): string | undefined {
  const inner = parseObjectText(text)?.[outer];
  const value = isObject(inner) ? inner[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
