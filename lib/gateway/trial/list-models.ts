import { CredentialFailure } from "@/lib/credentials/keeper";
import type { ApiRequest } from "@/lib/doors/contract";
import type { Services } from "@/lib/gateway/services";
import type { Deployment } from "@/lib/providers/deployment";
import { listedIds } from "@/lib/providers/known/list-request";
import { providerOf } from "@/lib/providers/table";
import { upstreamFailure } from "@/lib/upstream/failure";
import { getUpstream, type SignRequest } from "@/lib/upstream/post";
import type { ModelTest } from "@/lib/wire/contracts/models";

const CONNECT_MS = 10_000;
const TIMEOUTS = { firstByteMs: 20_000, idleMs: 20_000 };
const CREDENTIAL_PAUSE_MS = 5_000;
const LONGEST_LIST = 4 * 1024 * 1024;
const SAMPLE = 10;

/** A provider's answer to the question for its models. */
export interface AskedList extends Omit<ModelTest["list"], "models" | "has_model" | "sample"> {
  /** Undefined: it gave no list. */
  readonly ids: readonly string[] | undefined;
  /** The list as it came; empty: none did. */
  readonly text: string;
  /** Whether calls use the names of the list. */
  readonly namesWhatCallsUse: boolean;
}

/**
 * Asks a provider for its models, which costs nothing. The provider's own words are not in the message: they may hold a
 * part of the key.
 */
export async function askForList(
  { upstreams, credentials, now }: Pick<Services, "upstreams" | "credentials" | "now">,
  request: ApiRequest,
  deployment: Deployment,
): Promise<AskedList> {
  const { origin, clientCertificate, credential } = deployment;
  const startedAt = now();
  const answer = (outcome: AskedList["outcome"], status: number | null, message: string): AskedList => ({
    outcome,
    status,
    message,
    duration_ms: now() - startedAt,
    ids: undefined,
    text: "",
    namesWhatCallsUse: false,
  });
  let status: number | null = null;
  try {
    const asked = providerOf(deployment.provider).list?.(deployment);
    const held = await credential?.current(credentials, CREDENTIAL_PAUSE_MS);
    if (!asked) {
      const has = held ? "The gateway has a credential for it. The" : "The";
      return answer("no_list", null, `${has} provider has no list of models. Ask for a token to be sure.`);
    }
    const to = asked.origin ?? origin;
    const sign = held && ((unsigned: Parameters<SignRequest>[0]) => held.sign({ ...unsigned, origin: to }, now()));
    const exchange = getUpstream(upstreams.line(to, CONNECT_MS, clientCertificate), asked, TIMEOUTS, request, sign);
    ({ status } = await exchange.head);
    const text = (await exchange.collect(LONGEST_LIST)).toString("utf8");
    const trouble = troubleOf(status);
    if (trouble) return answer(trouble.outcome, status, trouble.message);
    const ids = status < 300 ? (asked.names ?? listedIds)(text) : undefined;
    if (!ids)
      return answer(
        "no_list",
        status,
        `The provider answers (${status}), and lists no models. Ask for a token to be sure.`,
      );
    const { namesWhatCallsUse } = asked;
    return { ...answer("ok", status, ""), ids, text, namesWhatCallsUse };
  } catch (error) {
    if (error instanceof CredentialFailure) return answer("failed", null, `${error.message}.`);
    const { message } = upstreamFailure(error);
    return answer("failed", status, `${message} Check the base address, and that this node may reach it.`);
  }
}

function troubleOf(status: number): Pick<AskedList, "outcome" | "message"> | undefined {
  if (status === 401 || status === 403)
    return {
      outcome: "refused",
      message: `The provider answers, and refuses the key (${status}). Check that the key is complete, in force, and of this provider.`,
    };
  if (status >= 500)
    return {
      outcome: "failed",
      message: `The provider answers with an error (${status}). Try again later, or check the base address.`,
    };
  return undefined;
}

/** Whether a provider lists a deployment's model. `isConcrete`: the deployment's model is a name and no pattern. */
export async function listModels(
  services: Pick<Services, "upstreams" | "credentials" | "now">,
  request: ApiRequest,
  deployment: Deployment,
  isConcrete: boolean,
): Promise<ModelTest["list"]> {
  const { ids, text: _text, namesWhatCallsUse, ...asked } = await askForList(services, request, deployment);
  if (!ids) return { ...asked, models: null, has_model: null, sample: [] };
  const { model } = deployment;
  const hasModel = isConcrete && namesWhatCallsUse ? ids.includes(model) : null;
  return {
    ...asked,
    message: listText(ids.length, model, hasModel),
    models: ids.length,
    has_model: hasModel,
    sample: sampleOf(ids, model),
  };
}

function listText(count: number, model: string, hasModel: boolean | null): string {
  const listed = `The provider accepts the key and lists ${count} ${count === 1 ? "model" : "models"}`;
  if (hasModel === null) return `${listed}.`;
  return hasModel
    ? `${listed}, ${model} among them.`
    : `${listed}, but not ${model}. Check its spelling, or what the key may use.`;
}

/** Puts those first that begin like the model. */
function sampleOf(ids: readonly string[], model: string): string[] {
  const like = (id: string): number => {
    let length = 0;
    while (length < id.length && id[length] === model[length]) length++;
    return length;
  };
  return [...ids]
    .sort((a, b) => like(b) - like(a))
    .slice(0, SAMPLE)
    .map((id) => id.slice(0, 120));
}
