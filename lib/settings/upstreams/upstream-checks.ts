import type { Environment } from "@/lib/config/environment-variables";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import { withCredential, type Credentials } from "@/lib/config/provider-settings/named-credentials";
import type { ModelEntry } from "@/lib/config/schema";
import { MODEL_ROUTES } from "@/lib/providers/model-routes";
import { findProvider, splitUpstreamModel } from "@/lib/providers/table";
import { withoutTrailing } from "@/lib/without-trailing";
import { parsedAddress } from "@/lib/http/parsed-address";

/** What an entry is judged with, beside its own settings. */
export interface UpstreamContext {
  /** Reads a variable of the environment. Undefined: none is known here. */
  readonly variable?: (name: string) => string | undefined;
  /** The named credentials that are known here. */
  readonly credentials?: Credentials;
}

/** The faults of an entry's upstream that would make every call fail. `path`: that of the entry. */
export function upstreamFaults(entry: ModelEntry, path: Path, context: UpstreamContext = {}): Fault[] {
  const { gateway_params: params } = entry;
  const base = [...path, "gateway_params"];
  return [
    ...upstreamSecretFaults(params, base),
    ...baseFault(params.model, params.api_base, [...base, "api_base"]),
    ...ownFaults(entry, context).map((fault) => ({ ...fault, path: [...base, ...fault.path] })),
  ];
}

/** The faults of secrets that go into headers as they are. `path`: that of the settings. */
export function upstreamSecretFaults(
  { api_key: key, azure_ad_token: token }: Pick<ModelEntry["gateway_params"], "api_key" | "azure_ad_token">,
  path: Path,
): Fault[] {
  return [
    ...secretFault(key?.reveal(), [...path, "api_key"]),
    ...secretFault(token?.reveal(), [...path, "azure_ad_token"]),
  ];
}

/**
 * What the entry's provider finds about its settings, with those of the credential that it names. A credential that is
 * not known here may have whatever is missing.
 */
function ownFaults(written: ModelEntry, { variable, credentials = new Map() }: UpstreamContext): readonly Fault[] {
  const { credential_name: name } = written.gateway_params;
  if (name !== undefined && !credentials.has(name)) return [];
  const entry = withCredential(written, credentials);
  const { provider } = splitUpstreamModel(entry.gateway_params.model);
  return findProvider(provider)?.entryFaults?.(entry, variable) ?? [];
}

/** A character that no header can carry (RFC 9110 §5.5), such as a line break or the quotes of a word processor. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

function secretFault(secret: string | undefined, path: Path): Fault[] {
  if (secret === undefined) return [];
  if (UNSENDABLE.test(secret)) {
    const message = "has a line break or another character that no header can carry, so no call can be sent with it";
    return [{ number: "C191", path, at: "value", message, fix: "copy it again, without quotes and line breaks" }];
  }
  if (!/^bearer\s/i.test(secret)) return [];
  const message = "begins with the word Bearer, which the gateway puts before it, so upstreams would refuse it";
  return [{ number: "C198", path, at: "value", message, fix: "leave out the word and the space after it" }];
}

/**
 * The routes of OpenAI's and Anthropic's APIs. The longest come first, because `/chat/completions` also ends in
 * `/completions`.
 */
const ROUTES = [...MODEL_ROUTES.map((route) => route.path), "/messages", "/models"].sort((a, b) => b.length - a.length);

function baseFault(model: string, apiBase: string | undefined, path: Path): Fault[] {
  const url = apiBase === undefined ? undefined : parsedAddress(apiBase);
  if (!url) return [];
  const { pathname, search, hash, origin } = url;
  const fault = (message: string, fix: string): Fault[] => [{ number: "C192", path, at: "value", message, fix }];
  const trimmed = withoutTrailing(pathname, "/");
  const route = ROUTES.find((candidate) => trimmed.endsWith(candidate));
  if (route !== undefined)
    return fault(`ends in ${route}, which is appended to it`, `leave out everything from ${route} on`);
  if (search !== "" || hash !== "")
    return fault(
      "has a query or a fragment, which is never sent",
      search.includes("api-version") ? "leave it out, and give api_version" : "leave it out",
    );
  if (/\/v1\/v1$/.test(trimmed)) return fault("has /v1 twice", "write it once");
  const provider = findProvider(splitUpstreamModel(model).provider);
  const known = provider?.takesHostAlone ? undefined : provider?.apiBase;
  if (known !== undefined && trimmed === "" && new URL(known).origin === origin && new URL(known).pathname !== "/")
    return fault(`lacks the path of the provider's API, which is at ${known}`, "add the path, or leave api_base out");
  return [];
}

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];
const ANY_ADDRESS: readonly string[] = ["0.0.0.0", "::"];

/**
 * Faults of entries whose upstream is this gateway, as far as it knows its own addresses: their calls would go round
 * until they are refused. `path`: that of the list.
 */
export function ownAddressFaults(
  models: readonly ModelEntry[],
  { host, port, nextAuthUrl }: Pick<Environment, "host" | "port" | "nextAuthUrl">,
  path: Path,
): Fault[] {
  const hosts = ANY_ADDRESS.includes(host) ? LOOPBACK : [...LOOPBACK, host.includes(":") ? `[${host}]` : host];
  const own = new Set(hosts.map((name) => `http://${name}:${port}`));
  if (nextAuthUrl !== undefined && URL.canParse(nextAuthUrl)) own.add(new URL(nextAuthUrl).origin);
  return models.flatMap(({ gateway_params: { api_base: apiBase } }, index): Fault[] => {
    const origin = apiBase === undefined ? undefined : parsedAddress(apiBase)?.origin;
    if (origin === undefined || !own.has(origin)) return [];
    const message = `${quote(origin)} is the gateway itself, so its calls would come round until they are refused`;
    return [
      {
        number: "C193",
        path: [...path, index, "gateway_params", "api_base"],
        at: "value",
        message,
        fix: "name the provider's address, or leave api_base out",
      },
    ];
  });
}
