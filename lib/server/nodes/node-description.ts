import { createHash } from "node:crypto";
import { z } from "zod";
import type { Environment } from "@/lib/config/environment-variables";
import type { ConfigFile } from "@/lib/config/schema";
import type { Secret } from "@/lib/config/secret";

/**
 * What a node tells the other nodes, encrypted. It holds digests, so that a node learns only whether its values are the
 * same.
 */
export const nodeDescription = z.object({
  /** The digest of each section of the configuration, without its secrets. */
  configuration: z.record(z.string(), z.string()),
  sessionSecret: z.string(),
  masterKey: z.string(),
});
export type NodeDescription = z.output<typeof nodeDescription>;

/** What a description is made of. */
export interface DescribedNode {
  readonly file: ConfigFile;
  readonly environment: Environment;
  readonly sessionSecret: string;
  readonly masterKey: Secret;
}

/** The variables outside the file that decide who may call, and where calls are counted. */
const COMPARED = {
  JWT_PUBLIC_KEY_URL: ({ jwtPublicKeyUrl }) => jwtPublicKeyUrl,
  JWT_AUDIENCE: ({ jwtAudience }) => jwtAudience,
  JWT_ISSUER: ({ jwtIssuer }) => jwtIssuer,
  OIDC_ISSUER: ({ oidc }) => oidc?.issuer,
  OIDC_CLIENT_ID: ({ oidc }) => oidc?.clientId,
  // Nodes may reach one Redis by several addresses.
  REDIS_URL: ({ redisUrl }) => redisUrl && "set",
} as const satisfies Readonly<Record<string, (environment: Environment) => string | undefined>>;

/** Describes this node by the configuration in force: with references resolved and defaults filled in. */
export function describeNode({ file, environment, sessionSecret, masterKey }: DescribedNode): NodeDescription {
  // Variables may differ from node to node. Those that must not differ are compared below.
  const { environment_variables: _, ...inFile } = file;
  const sections = {
    general_settings: {},
    gateway_jwtauth: {},
    ...inFile,
    ...Object.fromEntries(Object.entries(COMPARED).map(([name, read]) => [name, read(environment) ?? null])),
  };
  return {
    configuration: Object.fromEntries(
      Object.entries(sections).map(([name, section]) => [name, digestOfSection(section)]),
    ),
    sessionSecret: digestOf(sessionSecret),
    masterKey: digestOf(masterKey.reveal()),
  };
}

const digests = new WeakMap<object, string>();

/** A section in force never changes, and those of a long model list take a tenth of a second. */
function digestOfSection(section: unknown): string {
  if (typeof section !== "object" || section === null) return digestOf(canonical(section));
  let digest = digests.get(section);
  if (digest === undefined) digests.set(section, (digest = digestOf(canonical(section))));
  return digest;
}

/** The first 132 bits of a string's SHA-256, in base64url. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** JSON with sorted keys. Every secret becomes "[secret]". */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
