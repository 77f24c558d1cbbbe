import { stringify } from "yaml";
import { z } from "zod";
import { findProvider } from "@/lib/providers/table";

/** What a configuration of Portkey becomes here. */
export interface Imported {
  /** A configuration file. It holds no key: those of the configuration are named by variables. */
  readonly yaml: string;
  /** What has no counterpart, or must be done by hand, one sentence each. */
  readonly remarks: readonly string[];
}

/** Names that differ. https://portkey.ai/docs/integrations/llms has Portkey's. */
const RENAMED: Readonly<Record<string, string>> = {
  "azure-openai": "azure",
  "azure-ai": "azure_ai",
  "vertex-ai": "vertex_ai",
  google: "gemini",
  "mistral-ai": "mistral",
  "together-ai": "together_ai",
  "fireworks-ai": "fireworks_ai",
  "perplexity-ai": "perplexity",
  "x-ai": "xai",
  "z-ai": "zai",
  jina: "jina_ai",
};

const retry = z.looseObject({ attempts: z.number().int().min(0) });

const target = z.looseObject({
  strategy: z.looseObject({ mode: z.string() }).optional(),
  get targets() {
    return z.array(target).optional();
  },
  name: z.string().optional(),
  provider: z.string().optional(),
  api_key: z.string().optional(),
  virtual_key: z.string().optional(),
  custom_host: z.string().optional(),
  weight: z.number().optional(),
  retry: retry.optional(),
  request_timeout: z.number().positive().optional(),
  override_params: z.looseObject({ model: z.string().optional() }).optional(),
  azure_resource_name: z.string().optional(),
  azure_deployment_id: z.string().optional(),
  azure_api_version: z.string().optional(),
  aws_region: z.string().optional(),
  vertex_project_id: z.string().optional(),
  vertex_region: z.string().optional(),
});
type Target = z.infer<typeof target>;

/** Members that have a meaning here; others get a remark. */
const READ = new Set([...Object.keys(target.shape), "aws_access_key_id", "aws_secret_access_key"]);

interface Entry {
  readonly model_name: string;
  readonly gateway_params: Readonly<Record<string, string | number>>;
}

/**
 * Turns a configuration of Portkey (the JSON behind `x-portkey-config`) into one of ours. `name`: what callers will ask
 * for. @throws Error that says what is wrong with the text
 */
export function importPortkey(text: string, name: string): Imported {
  const read = target.safeParse(parseJson(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`${issue?.path.join(".") || "the file"}: ${issue?.message ?? "is not a configuration"}`);
  }
  return new Import(name).of(read.data);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`is not JSON: ${error instanceof Error ? error.message : "?"}`, { cause: error });
  }
}

class Import {
  readonly #name: string;
  readonly #entries: Entry[] = [];
  readonly #fallbacks: Record<string, string[]> = {};
  readonly #remarks = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  of(root: Target): Imported {
    this.#group(root, this.#name, {});
    const settings = {
      ...(root.retry && { num_retries: root.retry.attempts }),
      ...(root.request_timeout && { first_byte_timeout: root.request_timeout / 1000 }),
      ...(Object.keys(this.#fallbacks).length > 0 && { fallbacks: this.#fallbacks }),
    };
    const file = {
      model_list: this.#entries,
      ...(Object.keys(settings).length > 0 && { general_settings: settings }),
    };
    return { yaml: stringify(file, { lineWidth: 0 }), remarks: [...this.#remarks] };
  }

  /** Adds the entries of a target and of those below it, under one name. `inherited`: what the targets above say. */
  #group(own: Target, name: string, inherited: Target): void {
    this.#remarkOn(own);
    const { strategy, targets, ...rest } = own;
    const all = { ...inherited, ...rest };
    if (targets === undefined) return this.#entry(all, name);
    const [first, ...others] = targets;
    if (first === undefined) return;
    if (strategy?.mode !== "fallback") {
      if (strategy !== undefined && !["loadbalance", "single"].includes(strategy.mode))
        this.#remarks.add(`strategy ${strategy.mode}: its conditions have no counterpart; all targets share the calls`);
      return targets.forEach((each) => this.#group(each, name, all));
    }
    this.#group(first, name, all);
    this.#fallbacks[name] = others.map((each, index) => {
      const fallback = `${name}-${index + 2}`;
      this.#group(each, fallback, all);
      return fallback;
    });
  }

  #entry(all: Target, name: string): void {
    const provider = this.#provider(all);
    const [model, asked] = this.#model(all, name);
    if (all.override_params !== undefined && Object.keys(all.override_params).some((key) => key !== "model"))
      this.#remarks.add("override_params: only the model is carried; callers send the other parameters");
    const azure = all.azure_resource_name;
    const base = all.custom_host ?? (azure === undefined ? undefined : `https://${azure}.openai.azure.com`);
    this.#entries.push({
      model_name: asked,
      gateway_params: {
        model: `${provider}/${model}`,
        ...(base !== undefined && { api_base: base }),
        ...(all.azure_api_version !== undefined && { api_version: all.azure_api_version }),
        ...(all.aws_region !== undefined && { aws_region_name: all.aws_region }),
        ...(all.vertex_project_id !== undefined && { vertex_project: all.vertex_project_id }),
        ...(all.vertex_region !== undefined && { vertex_location: all.vertex_region }),
        ...this.#key(provider),
        ...(all.weight !== undefined && { weight: all.weight }),
      },
    });
  }

  /** A provider of ours. A virtual key and a name of Portkey's catalogue (`@openai-prod`) begin with one, as a rule. */
  #provider({ provider, virtual_key: virtualKey, custom_host: host }: Target): string {
    const said = (provider ?? virtualKey ?? "").replace(/^@/, "");
    const mapped = RENAMED[said] ?? said;
    if (findProvider(mapped) !== undefined) return mapped;
    const begins = [...Object.keys(RENAMED), ...Object.values(RENAMED), "openai", "anthropic", "groq", "cohere"]
      .toSorted((a, b) => b.length - a.length)
      .find((known) => said.startsWith(known));
    const guess = begins === undefined ? undefined : (RENAMED[begins] ?? begins);
    if (provider === undefined && guess !== undefined) {
      this.#remarks.add(`${said}: taken for ${guess}, by its name`);
      return guess;
    }
    if (host === undefined)
      this.#remarks.add(
        `${said || "a target without a provider"}: give its api_base, and the provider before the / of model`,
      );
    return said || "openai";
  }

  /** The upstream's model, and the name it is asked by. Without a model, callers name it behind a slash. */
  #model({ override_params: override, azure_deployment_id: deployment }: Target, name: string): [string, string] {
    const model = deployment ?? override?.model;
    if (model !== undefined) return [model.replace(/^@[^/]+\//, ""), name];
    this.#remarks.add(`${name}: the configuration names no model, so callers name it: ${name}/MODEL`);
    return ["*", `${name}/*`];
  }

  #key(provider: string): Record<string, string> {
    const [variable] = findProvider(provider)?.keyVariables ?? [];
    if (variable === undefined) return {};
    this.#remarks.add(`set ${variable}: keys and virtual keys are not copied`);
    return { api_key: `os.environ/${variable}` };
  }

  #remarkOn(own: Target): void {
    for (const member of Object.keys(own))
      if (!READ.has(member)) this.#remarks.add(`${member}: has no counterpart, and is left out`);
  }
}
