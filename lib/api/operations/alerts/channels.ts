import { actingWriter } from "@/lib/api/acting-writer";
import { ifMatchOf } from "@/lib/api/if-match";
import { operationsOf } from "@/lib/api/operation";
import { alertRuleValues } from "@/lib/config/alerts/stored-alerts";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { channelAddressFaults } from "@/lib/settings/alerts/alert-checks";
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
  async update(context, { name, kind, address }) {
    const { services, caller, request } = context;
    if (services.settings.current().alerting.channels.some((one) => one.source === "file" && one.name === name))
      throw new GatewayError("already_exists", `config.yaml has a channel ${name}. Choose another name.`, {
        param: "name",
      });
    if (address !== undefined) requireAddress(address);
    const writer = actingWriter(context);
    const change = (before?: StoredAlertChannelRow) => columnsOf(services, { name, kind, address }, before);
    const { row, nodes } = rowOf(services, name)
      ? await storedAlertChannels.change(writer, {
          actor: caller.actor,
          id: name,
          ifMatch: ifMatchOf(request),
          change,
        })
      : await storedAlertChannels.create(writer, caller.actor, name, change());
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

function columnsOf(
  { secrets }: Services,
  { name, kind, address }: { readonly name: string; readonly kind: string; readonly address: string | undefined },
  before: StoredAlertChannelRow | undefined,
): AlertChannelColumns {
  if (address !== undefined) {
    const sealed = secrets.seal(JSON.stringify({ address }), SEALED_COLUMNS.alertChannels.context(name));
    return { kind, origin: originOf(address) ?? "", sealed };
  }
  if (!before) throw new GatewayError("invalid_request", "Send the address of the receiver.", { param: "address" });
  return { kind, origin: before.origin, sealed: before.sealed };
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
