import { actingWriter } from "@/lib/api/acting-writer";
import { ifMatchOf } from "@/lib/api/if-match";
import { operationsOf } from "@/lib/api/operation";
import { alertRuleValues } from "@/lib/config/alerts/stored-alerts";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { channelAddressFaults } from "@/lib/settings/alerts/alert-checks";
import { openSealedSecrets } from "@/lib/store/open-sealed";
import { etagOf } from "@/lib/store/row-version";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import {
  storedAlertChannels,
  type AlertChannelColumns,
  type StoredAlertChannelRow,
} from "@/lib/store/alerts/stored-channels";
import { alertChannelRecord } from "@/lib/wire/alerts/alert-channel";
import { alertChannelContracts, type AlertChannelView } from "@/lib/wire/contracts/alerts/channels";

/** `/alerting/channels`: those of the file, which are shown, and of the database, which can be changed. */
export const alertChannelOperations = operationsOf(alertChannelContracts, {
  list: async ({ services }) => ({ body: { data: everyChannel(services) } }),
  async get({ services }, { name }) {
    const found = everyChannel(services).find((one) => one.name === name);
    if (!found) throw notFound();
    const row = found.source === "database" ? rowOf(services, name) : undefined;
    return { body: found, ...(row && { headers: tag(row) }) };
  },
  async create(context, { name, ...given }) {
    const { services, caller } = context;
    if (services.settings.current().alerting.channels.some((one) => one.source === "file" && one.name === name))
      throw new GatewayError("already_exists", `config.yaml has a channel ${name}. Choose another name.`, {
        param: "name",
      });
    const columns = columnsOf(services, name, given);
    const { row, nodes } = await storedAlertChannels.create(actingWriter(context), caller.actor, name, columns);
    return { body: { ...storedView(services, row), nodes }, headers: tag(row) };
  },
  async update(context, { name, ...given }) {
    const { services, caller, request } = context;
    if (!rowOf(services, name)) throw notFound();
    const { row, nodes } = await storedAlertChannels.change(actingWriter(context), {
      actor: caller.actor,
      id: name,
      ifMatch: ifMatchOf(request),
      change: (before) => columnsOf(services, name, given, before),
    });
    return { body: { ...storedView(services, row), nodes }, headers: tag(row) };
  },
  async delete(context, { name }) {
    const { services, caller, request } = context;
    const naming = services.settings
      .storedAlerts()
      .rules.filter(({ values }) => alertRuleValues.safeParse(values).data?.channels?.includes(name));
    if (naming.length > 0)
      throw new GatewayError(
        "in_use",
        `Alerts of ${naming.map(({ id }) => id).join(", ")} go to this channel by name. Choose other channels for them first.`,
        { param: "name" },
      );
    if (!rowOf(services, name)) throw notFound();
    const chosen = { id: name, ifMatch: ifMatchOf(request) };
    const { nodes } = await storedAlertChannels.remove(actingWriter(context), caller.actor, chosen);
    return { body: { deleted_channel: name, nodes } };
  },
});

/** Refuses an address that no alert may go to. @throws GatewayError invalid_request that does not repeat it */
export function requireAddress(address: string): void {
  const [fault] = channelAddressFaults("address", address, { path: [], at: "value" });
  if (fault) throw new GatewayError("invalid_request", `The ${fault.message}: ${fault.fix}.`, { param: "address" });
}

function everyChannel(services: Services): AlertChannelView[] {
  const { settings } = services;
  const { channels } = settings.current().alerting;
  return [
    ...channels
      .filter(({ source }) => source === "file")
      .map(({ name, kind, address }) => ({
        name,
        kind,
        origin: address === undefined ? null : originOf(address.reveal()),
        own_secret: false,
        created_by: null,
        created_at: null,
        updated_at: null,
        source: "file" as const,
        because: address === undefined ? "Its address is not set in the environment." : null,
      })),
    ...settings
      .storedAlerts()
      .channels.filter(({ id }) => !channels.some(({ name, source }) => source === "file" && name === id))
      .map((row) => storedView(services, row)),
  ];
}

function storedView({ settings }: Services, row: StoredAlertChannelRow): AlertChannelView {
  const because = settings.current().alerting.unused.get(row.id) ?? null;
  return { ...alertChannelRecord(row), source: "database", because };
}

/** What is set of a channel. Undefined: it stays; null: it is removed. */
interface Given {
  readonly kind?: string | undefined;
  readonly address?: string | undefined;
  readonly signing_secret?: string | null | undefined;
}

/** The columns of a channel, new or changed. @throws GatewayError invalid_request */
function columnsOf(
  { secrets }: Services,
  name: string,
  { kind, address, signing_secret: signing }: Given,
  before?: StoredAlertChannelRow,
): AlertChannelColumns {
  const context = SEALED_COLUMNS.alertChannels.context(name);
  const known = before && openSealedSecrets(before.sealed, context, (text, of) => secrets.open(text, of));
  if (typeof known === "string" && (address === undefined || signing === undefined))
    throw new GatewayError(
      "invalid_request",
      "This node cannot decrypt what it has of the channel. Send address and signing_secret with the change.",
      { param: "address" },
    );
  if (address !== undefined) requireAddress(address);
  const kept = typeof known === "string" ? undefined : known;
  const ofKind = kind ?? before?.kind ?? "webhook";
  if (ofKind !== "webhook" && typeof signing === "string")
    throw new GatewayError("invalid_request", "Only messages to a webhook are signed.", { param: "signing_secret" });
  // A channel that was a webhook once does not keep its secret.
  const secret = ofKind !== "webhook" ? null : signing === undefined ? kept?.["signing_secret"] : signing;
  const sealed = { address: address ?? kept?.["address"], signing_secret: secret ?? undefined };
  return {
    kind: ofKind,
    origin: address === undefined ? (before?.origin ?? "") : (originOf(address) ?? ""),
    sealed: secrets.seal(JSON.stringify(sealed), context),
    isSigned: typeof secret === "string",
  };
}

/** The part of an address that may be shown. */
export function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

function rowOf({ settings }: Services, name: string): StoredAlertChannelRow | undefined {
  return settings.storedAlerts().channels.find(({ id }) => id === name);
}

function tag(row: StoredAlertChannelRow): { readonly etag: string } {
  return { etag: etagOf(alertChannelRecord(row)) };
}

function notFound(): GatewayError {
  return new GatewayError("not_found", "There is no such alert channel in the database.", { param: "name" });
}
