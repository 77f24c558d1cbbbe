import type { z } from "zod";
import { FILE_SETTINGS } from "@/lib/config/provider-settings/table";
import { isVaultReference } from "@/lib/config/secrets/vault-reference";
import { GatewayError } from "@/lib/errors";

/**
 * Refuses paths of certificates and credentials, which only the file may name: an administrator of the API could prove
 * to an upstream of their own that they are whomever the host has one of. `at`: where the settings are.
 * @throws GatewayError invalid_request
 */
export function refusePaths(settings: Readonly<Record<string, unknown>>, at: string): void {
  for (const [name, isValue] of Object.entries(FILE_SETTINGS)) {
    const value = settings[name];
    if (typeof value !== "string" || isValue(value) || value.trim().startsWith("os.environ")) continue;
    const param = `${at}.${name}`;
    const what = name.startsWith("ssl_") ? "the PEM" : "the value";
    const message = `${param}: paths work only in the configuration file; send ${what} itself.`;
    throw new GatewayError("invalid_request", message, { param });
  }
}

/**
 * Refuses `os.environ/NAME` and references to vaults. The environment belongs to the operator of the gateway; otherwise
 * an administrator could send its secrets to an `api_base` of their choice. @throws GatewayError invalid_request
 */
export function refuseReferences(value: unknown, path: readonly string[]): void {
  const text = typeof value === "string" ? value.trim() : "";
  if (text.startsWith("os.environ") || isVaultReference(text)) {
    const param = path.join(".");
    const what = text.startsWith("os.environ") ? "os.environ/NAME" : "a reference to a vault";
    throw new GatewayError(
      "invalid_request",
      `${param}: ${what} works only in the configuration file; send the value itself.`,
      { param },
    );
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseReferences(inner, [...path, key]);
}

/**
 * The fields as a schema has them. `at`: where they are; empty: at the top of the body.
 * @throws GatewayError invalid_request that names the field at fault
 */
export function parsedFields<Schema extends z.ZodType>(schema: Schema, raw: unknown, at: string): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = [...(at === "" ? [] : [at]), ...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])];
  const param = path.map(String).join(".");
  const message =
    unknown === undefined
      ? `${param}: ${issue?.message ?? "is not valid"}`
      : `"${param.slice(0, 120)}" is not a field of a ${at === "" ? "model entry" : "credential"}.`;
  throw new GatewayError("invalid_request", message, { param });
}
