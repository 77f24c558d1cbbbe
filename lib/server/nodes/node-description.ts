import { createHash } from "node:crypto";
import { z } from "zod";
import type { Environment } from "@/lib/config/environment-variables";
import type { ConfigFile } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";

/** What a node tells the others encrypted: digests, so that nobody learns more than whether theirs are the same. */
export const nodeDescription = z.object({
  /** By section of the configuration; secrets are left out. */
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

/** The variables beside the file that decide who may call. */
const COMPARED = {
  JWT_PUBLIC_KEY_URL: ({ jwtPublicKeyUrl }) => jwtPublicKeyUrl,
  JWT_AUDIENCE: ({ jwtAudience }) => jwtAudience,
  JWT_ISSUER: ({ jwtIssuer }) => jwtIssuer,
  OIDC_ISSUER: ({ oidc }) => oidc?.issuer,
  OIDC_CLIENT_ID: ({ oidc }) => oidc?.clientId,
} as const satisfies Readonly<Record<string, (environment: Environment) => string | undefined>>;

/** Describes this node. The configuration counts as it is in force: references are resolved, defaults filled in. */
export function describeNode({ file, environment, sessionSecret, masterKey }: DescribedNode): NodeDescription {
  // Variables may differ from node to node; those that must not are compared below.
  const { environment_variables: _, ...inFile } = file;
  const sections = {
    ...{ general_settings: {}, gateway_jwtauth: {}, ...inFile },
    ...Object.fromEntries(Object.entries(COMPARED).map(([name, read]) => [name, read(environment) ?? null])),
  };
  return {
    configuration: Object.fromEntries(
      Object.entries(sections).map(([name, section]) => [name, digestOf(canonical(section))]),
    ),
    sessionSecret: digestOf(sessionSecret),
    masterKey: digestOf(masterKey.reveal()),
  };
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** JSON with sorted keys. A secret is "[secret]", whatever it is. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner) && !(inner instanceof Secret)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
