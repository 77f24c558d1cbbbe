import type { StoredAlertChannel } from "@/lib/store/generated/client";
import { alertChannelRecord } from "@/lib/wire/alerts/alert-channel";
import { sealedStore } from "../settings/sealed-rows";

/** An alert channel as the database holds it, with its sealed address. Its id is its name. */
export type StoredAlertChannelRow = StoredAlertChannel;

/** The columns that administrators write. */
export interface AlertChannelColumns {
  readonly kind: string;
  readonly origin: string;
  readonly sealed: string;
  readonly isSigned: boolean;
}

/** The alert channels that administrators set up. */
export const storedAlertChannels = sealedStore<StoredAlertChannelRow, AlertChannelColumns>({
  table: "alert_channels",
  columns: `id, kind, origin, sealed, is_signed AS "isSigned", created_by AS "createdBy", created_at AS "createdAt", updated_at AS "updatedAt"`,
  lock: "alertChannel",
  audited: { entityType: "alert_channel", record: alertChannelRecord },
  actions: { create: "alert_channel.create", update: "alert_channel.update", delete: "alert_channel.delete" },
  param: { new: "name", known: "name" },
  taken: "Somebody else has just added a channel with this name. Read it again.",
  rows: ({ storedAlertChannel }) => ({
    create: (data) => storedAlertChannel.create({ data }),
    find: (id) => storedAlertChannel.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => storedAlertChannel.update({ where: { id }, data }),
    delete: (id) => storedAlertChannel.delete({ where: { id } }),
  }),
  // Alerts are read with the settings.
  changes: () => [{ entity: "config", id: "" }],
});
