import { tierWithoutBase } from "@/lib/config/price-settings";
import { countStars } from "@/lib/patterns/wildcard";
import { addressFault, credentialFault } from "./address-checks";
import { softBudgetFaults } from "./rights-checks";
import { upstreamFaults, type UpstreamContext } from "./upstreams/upstream-checks";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import type { ModelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";

/**
 * The faults of `model_list` that a schema cannot express. `isKnownProvider` says which prefixes need no `api_base`.
 * `variable`: reads one of the environment; undefined: what depends on the environment is not judged.
 */
export function checkModels(
  models: readonly ModelEntry[],
  isKnownProvider: (name: string) => boolean,
  context: UpstreamContext = {},
): Fault[] {
  return [
    ...models.flatMap((entry, index) => checkEntry(entry, ["model_list", index], isKnownProvider, context)),
    ...duplicates(models),
  ];
}

function checkEntry(
  entry: ModelEntry,
  path: Path,
  isKnownProvider: (name: string) => boolean,
  context: UpstreamContext,
): Fault[] {
  const upstream = entry.gateway_params.model;
  const modelPath = [...path, "gateway_params", "model"];
  const { api_base: apiBase, credential_name: credential } = entry.gateway_params;
  // A credential may have the address, and is known only where all settings are.
  const knowsAddress = (provider: string): boolean => credential !== undefined || isKnownProvider(provider);
  const faults = [...starFaults(entry, modelPath), ...prefixFaults(upstream, apiBase, modelPath, knowsAddress)];
  faults.push(...priceFaults(entry, path), ...certificateFaults(entry, path), ...upstreamFaults(entry, path, context));
  faults.push(...softBudgetFaults(entry.model_info ?? {}, [...path, "model_info"]));
  if (apiBase === undefined) return faults;
  const basePath = [...path, "gateway_params", "api_base"];
  const address = credentialFault(apiBase, basePath) ?? addressFault(apiBase, basePath);
  return address ? [...faults, address] : faults;
}

function priceFaults(entry: ModelEntry, path: Path): Fault[] {
  const { gateway_params: own, model_info: info = {} } = entry;
  const fault = tierWithoutBase({ ...info, ...own });
  if (!fault) return [];
  const location = fault.tier in own ? "gateway_params" : "model_info";
  return [
    {
      number: "C025",
      path: [...path, location, fault.tier],
      at: "key",
      message: `also needs ${fault.base}, the price up to that length`,
      fix: `add ${fault.base}, or remove ${fault.tier}`,
    },
  ];
}

/** A certificate without its key proves nothing, and a key alone has nothing to prove. */
function certificateFaults({ gateway_params: params }: ModelEntry, path: Path): Fault[] {
  const { ssl_certificate: certificate, ssl_key: key } = params;
  if ((certificate === undefined) === (key === undefined)) return [];
  const [given, missing] = certificate ? ["ssl_certificate", "ssl_key"] : ["ssl_key", "ssl_certificate"];
  return [
    {
      number: "C151",
      path: [...path, "gateway_params", given],
      at: "key",
      message: `also needs ${missing}`,
      fix: `add ${missing}, or remove ${given}`,
    },
  ];
}

function starFaults(entry: ModelEntry, path: Path): Fault[] {
  const upstream = countStars(entry.gateway_params.model);
  const captures = countStars(entry.model_name);
  const location = { path, at: "value" } as const;
  if (upstream > captures) {
    const message = `has ${upstream} \`*\`, but the model_name has only ${captures}, so there is nothing to fill ${upstream - captures === 1 ? "one" : "some"} with`;
    return [{ ...location, number: "C020", message, fix: "use no more `*` than in model_name" }];
  }
  // No star pins the upstream model, which is usually intended. Fewer stars than in the name are usually a slip.
  if (upstream > 0 && upstream < captures) {
    const message = `has ${upstream} \`*\`, but the model_name has ${captures}; only the last ${upstream === 1 ? "match is" : "matches are"} used`;
    return [{ ...location, number: "C037", message, fix: "use as many `*` as in model_name" }];
  }
  return [];
}

/** Names of models that OpenAI does not serve, and the pattern of all names. */
const ELSEWHERE = /^(claude|gemini|gemma|command|mistral|mixtral|llama|deepseek|grok|qwen)\b|^\*$/i;
/** Clouds whose requests are signed or carry tokens that expire, so that no key in the file is enough. */
const OWN_CREDENTIALS: readonly string[] = ["sagemaker", "watsonx"];

function prefixFaults(
  upstream: string,
  apiBase: string | undefined,
  path: Path,
  isKnownProvider: (name: string) => boolean,
): Fault[] {
  const slash = upstream.indexOf("/");
  const location = { path, at: "value" } as const;
  if (slash === -1) {
    if (apiBase !== undefined || !ELSEWHERE.test(upstream)) return [];
    const message = "names no provider, so its calls and its key go to OpenAI";
    return [{ ...location, number: "C182", message, fix: "write <provider>/<model>" }];
  }
  const provider = upstream.slice(0, slash);
  if (provider === "" || upstream.length === slash + 1) {
    const message = `the ${provider === "" ? "provider" : "model"} part is empty`;
    return [{ ...location, number: "C022", message, fix: "write <provider>/<model>" }];
  }
  if (apiBase !== undefined || provider.includes("*") || isKnownProvider(provider)) return [];
  const message = `the provider ${quote(provider)} is not built in, so it needs an api_base`;
  if (OWN_CREDENTIALS.includes(provider)) {
    const fix = "name a server that speaks OpenAI's format as api_base: the gateway cannot sign this cloud's requests";
    return [{ ...location, number: "C021", message, fix }];
  }
  return [
    { ...location, number: "C021", message, fix: "add api_base below gateway_params, or correct the provider's name" },
  ];
}

/** Faults of identical entries. Different entries with one model_name are a group. */
function duplicates(models: readonly ModelEntry[]): Fault[] {
  const names = new Set<string>();
  const shared = new Set<string>();
  for (const { model_name: name } of models) (names.has(name) ? shared : names).add(name);
  const seen = new Set<string>();
  return models.flatMap((entry, index): Fault[] => {
    // Most names are those of one entry, and writing an entry out takes longer than all of its other checks.
    if (!shared.has(entry.model_name)) return [];
    const params = Object.entries(entry.gateway_params).map(([name, value]) => [
      name,
      value instanceof Secret ? value.reveal() : value,
    ]);
    const identity = JSON.stringify([entry.model_name, params.sort(), entry.model_info?.id]);
    if (!seen.has(identity)) {
      seen.add(identity);
      return [];
    }
    const message = `an identical entry for ${quote(entry.model_name)} is already listed above`;
    return [{ number: "C040", path: ["model_list", index], at: "value", message, fix: "remove one of the two" }];
  });
}
