import { DESTINATION_SETTINGS } from "@/lib/config/provider-settings/table";
import { credentialValues, type CredentialValues } from "@/lib/config/provider-settings/named-credentials";
import { GatewayError } from "@/lib/errors";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { ifMatchOf } from "@/lib/api/if-match";
import type { Services } from "@/lib/gateway/services";
import { openCredentialSecrets } from "@/lib/settings/credentials/stored-credentials";
import { takeApart } from "@/lib/settings/stored-models";
import { upstreamSecretFaults } from "@/lib/settings/upstreams/upstream-checks";
import { type CredentialColumns, storedCredentials, type StoredCredentialRow } from "@/lib/store/settings/credentials";
import { etagOf } from "@/lib/store/row-version";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { credentialRecord, type CredentialView } from "@/lib/wire/credential";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import { credentialUse } from "./credential-state";
import { parsedFields, refusePaths, refuseReferences } from "./checked-fields";

/** `/credentials`: the named credentials of the file, which are shown, and of the database, which can be changed. */
export const credentialOperations: readonly CallerOperation[] = [
  defineOperation(credentialContracts.list, async ({ services }) => ({ body: { data: everyCredential(services) } })),
  defineOperation(credentialContracts.get, async ({ services }, { credential_name: name }) => {
    const found = everyCredential(services).find((one) => one.credential_name === name);
    if (!found) throw notFound(name);
    const row = rowOf(services, name);
    return { body: found, ...(found.source === "database" && row && { headers: tag(row) }) };
  }),
  defineOperation(credentialContracts.create, async ({ services, caller }, input) => {
    const { credential_name: name, credential_info: info = {} } = input;
    if (inFile(services, name))
      throw new GatewayError("already_exists", "The configuration file has a credential with this name.", {
        param: "credential_name",
      });
    const values = checkedValues(takeApart(input.credential_values));
    const { row, nodes } = await storedCredentials.create(
      services,
      caller.actor,
      name,
      columnsOf(services, name, values, info),
    );
    return { body: { ...viewOf(services, row, undefined), nodes }, headers: tag(row) };
  }),
  defineOperation(credentialContracts.update, async ({ services, caller, request }, input) => {
    const { credential_name: name } = input;
    requireStored(services, name);
    const { row, nodes } = await storedCredentials.change(services, {
      actor: caller.actor,
      id: name,
      ifMatch: ifMatchOf(request),
      change: (before) => changed(services, before, input),
    });
    return { body: { ...viewOf(services, row, undefined), nodes }, headers: tag(row) };
  }),
  defineOperation(credentialContracts.delete, async ({ services, caller, request }, { credential_name: name }) => {
    requireStored(services, name);
    const { nodes } = await storedCredentials.remove(services, caller.actor, { id: name, ifMatch: ifMatchOf(request) });
    return { body: { deleted_credential: name, nodes } };
  }),
];

/** Those of the file, and those of the database that no credential of the file replaces. */
function everyCredential(services: Services): CredentialView[] {
  const { credentials } = services.settings.current();
  const stored = services.settings.storedCredentials();
  const names = new Set(stored.map(({ row }) => row.id));
  const files = [...credentials].filter(([name]) => !names.has(name) || inFile(services, name));
  return [
    ...files.map(([name, values]): CredentialView => {
      const { open, hints } = takeApart(values);
      return {
        credential_name: name,
        credential_values: { ...open, ...hints },
        credential_info: {},
        created_by: null,
        created_at: null,
        updated_at: null,
        source: "file",
        ...credentialUse(services, name),
        unusable: null,
      };
    }),
    ...stored
      .filter(({ row }) => !inFile(services, row.id))
      .map(({ row, unusable }) => viewOf(services, row, unusable)),
  ];
}

function viewOf(services: Services, row: StoredCredentialRow, unusable: string | undefined): CredentialView {
  return {
    ...credentialRecord(row),
    source: "database",
    ...credentialUse(services, row.id),
    unusable: unusable ?? null,
  };
}

function inFile({ settings }: Services, name: string): boolean {
  return settings.hasFileCredential(name);
}

function rowOf({ settings }: Services, name: string): StoredCredentialRow | undefined {
  return settings.storedCredentials().find(({ row }) => row.id === name)?.row;
}

function tag(row: StoredCredentialRow): { readonly etag: string } {
  return { etag: etagOf(credentialRecord(row)) };
}

function notFound(name: string): GatewayError {
  const message = `There is no credential named ${JSON.stringify(name.slice(0, 120))}.`;
  return new GatewayError("not_found", message, { param: "credential_name" });
}

/** @throws GatewayError invalid_request for a credential of the configuration file, which can be changed only there */
function requireStored(services: Services, name: string): void {
  if (!inFile(services, name)) return;
  const message = "This credential is in the configuration file. Change it there, which takes effect immediately.";
  throw new GatewayError("invalid_request", message, { param: "credential_name" });
}

interface Given {
  readonly open: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** @throws GatewayError invalid_request that names the value at fault */
function checkedValues({ open, secrets }: Given): CredentialValues {
  const raw = { ...open, ...secrets };
  refuseReferences(raw, ["credential_values"]);
  refusePaths(raw, "credential_values");
  const values = parsedFields(credentialValues, raw, "credential_values");
  const [fault] = upstreamSecretFaults(values, ["credential_values"]);
  if (!fault) return values;
  const param = fault.path.join(".");
  throw new GatewayError("invalid_request", `${param}: ${fault.message}`, { param });
}

/** The new columns of a credential. What is left out stays, and null clears. @throws GatewayError invalid_request */
function changed(
  services: Services,
  before: StoredCredentialRow,
  {
    credential_values: changes = {},
    credential_info: info,
  }: {
    readonly credential_values?: Readonly<Record<string, unknown>> | undefined;
    readonly credential_info?: Readonly<Record<string, unknown>> | undefined;
  },
): CredentialColumns {
  const kept = openCredentialSecrets(before, (sealed, context) => services.secrets.open(sealed, context));
  if (typeof kept === "string")
    throw new GatewayError("invalid_request", `The credential cannot be changed here: ${kept}.`, {
      param: "credential_values",
    });
  const old = { ...objectOf(before.values), ...kept };
  const merged = Object.fromEntries(
    Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
  const moved = ["api_base", ...DESTINATION_SETTINGS].find((name) => name in changes && merged[name] !== old[name]);
  const stays = Object.keys(kept).find((name) => !Object.hasOwn(changes, name));
  if (moved !== undefined && stays !== undefined)
    throw new GatewayError(
      "invalid_request",
      `credential_values.${moved}: the change sends secrets to another address, which does not get a stored one. Send ${stays} with the change, or null to remove it.`,
      { param: `credential_values.${stays}` },
    );
  const values = checkedValues({ open: merged, secrets: {} });
  return columnsOf(services, before.id, values, info ?? objectOf(before.info));
}

function columnsOf(
  { secrets: box }: Services,
  name: string,
  values: CredentialValues,
  info: Readonly<Record<string, unknown>>,
): CredentialColumns {
  const { open, secrets, hints } = takeApart(values);
  const isSealed = Object.keys(secrets).length > 0;
  return {
    values: JSON.parse(JSON.stringify(open)),
    info: JSON.parse(JSON.stringify(info)),
    sealed: isSealed ? box.seal(JSON.stringify(secrets), SEALED_COLUMNS.credentialSecrets.context(name)) : null,
    hints: { ...hints },
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
