import { z } from "zod";

const written = {
  created_by: z.string().nullable().describe("Null: it is one of the configuration file."),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
};

/** An alert channel as shown: of its address only the origin, because the rest is a secret. */
export const alertChannel = z.object({
  name: z.string(),
  kind: z.string().describe("`slack` or `webhook`."),
  origin: z.string().nullable().describe("The origin of its address; the rest is a secret. Null: it is not set."),
  own_secret: z
    .boolean()
    .describe("Whether its messages are signed with a secret of its own; false: with the general one, or not at all."),
  ...written,
});

interface AlertChannelRow {
  readonly id: string;
  readonly kind: string;
  readonly origin: string;
  readonly isSigned: boolean;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A channel of the database as the API and audit events show it. */
export function alertChannelRecord(row: AlertChannelRow): z.output<typeof alertChannel> {
  return {
    name: row.id,
    kind: row.kind,
    origin: row.origin,
    own_secret: row.isSigned,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
