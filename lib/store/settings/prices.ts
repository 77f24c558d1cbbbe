import { randomBytes } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { PRICE_NAMES, priceObject, type PriceSettings } from "@/lib/config/price-settings";
import { priceRecord, type PriceRow } from "@/lib/wire/price";
import type { Database } from "../database";
import { isUniqueViolation, orUnavailable } from "../failures";
import type { Prisma } from "@/lib/store/generated/client";
import type { Page } from "../listing";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

export interface NewPrice {
  readonly provider: string;
  readonly model: string;
  readonly prices: PriceSettings;
  readonly effectiveFrom: Date;
  readonly comment: string | null;
}

/** Every price that was added at run time. @throws the database's error */
export async function readPrices(database: Database): Promise<PriceRow[]> {
  return (await database.prisma.price.findMany()).map(priceRow);
}

/** One page of the prices, the newest first; a provider and model are taken as they were given, patterns included. */
export async function listPrices(
  database: Database,
  { page, size }: Page,
  filter: { readonly provider?: string; readonly model?: string },
): Promise<{ rows: PriceRow[]; total: number }> {
  const where = { provider: filter.provider, model: filter.model };
  const [rows, total] = await orUnavailable(
    Promise.all([
      database.prisma.price.findMany({
        where,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        skip: (page - 1) * size,
        take: size,
      }),
      database.prisma.price.count({ where }),
    ]),
  );
  return { rows: rows.map(priceRow), total };
}

/** Adds a price, which every process charges by once it has heard of it. @throws GatewayError already_exists */
export async function createPrice(
  services: Writer,
  actor: string,
  price: NewPrice,
): Promise<{ row: PriceRow; nodes: Receipt[] }> {
  const id = `price_${randomBytes(9).toString("hex")}`;
  try {
    const { result, nodes } = await write(
      services,
      (row: PriceRow) => ({
        actor,
        action: "price.create",
        entityType: "price",
        entityId: id,
        after: priceRecord(row),
      }),
      [{ entity: "price", id }],
      async (transaction) => priceRow(await transaction.price.create({ data: { ...price, id, createdBy: actor } })),
    );
    return { row: result, nodes };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message =
      "There is already a price of this provider and model from this moment on; delete it first, or choose another effective_from.";
    throw new GatewayError("already_exists", message, { param: "effective_from" });
  }
}

/** Deletes prices, all of them or none. What was charged by them stays so until it is priced again. @throws GatewayError not_found */
export async function deletePrices(services: Writer, actor: string, ids: readonly string[]): Promise<Receipt[]> {
  const { nodes } = await write(
    services,
    (rows: PriceRow[]) =>
      rows.map((row) => ({
        actor,
        action: "price.delete",
        entityType: "price",
        entityId: row.id,
        before: priceRecord(row),
      })),
    ids.map((id) => ({ entity: "price" as const, id })),
    async (transaction) => {
      await lockAll(transaction, "prices", ids, "delete", { what: "price", param: "price_ids" });
      const where = { id: { in: [...ids] } };
      const rows = await transaction.price.findMany({ where });
      await transaction.price.deleteMany({ where });
      return rows.map(priceRow);
    },
  );
  return nodes;
}

/** A price that another version knows by a name that this one does not is passed over, not guessed at. */
function priceRow({ prices, ...row }: Prisma.PriceGetPayload<object>): PriceRow {
  const given = typeof prices === "object" && prices !== null ? prices : {};
  const known = PRICE_NAMES.flatMap((name) => {
    const parsed = priceObject.shape[name].safeParse(Reflect.get(given, name));
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return { ...row, prices: Object.fromEntries(known) };
}
