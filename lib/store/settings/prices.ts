import { randomBytes } from "node:crypto";
import type { Receipt } from "@/lib/store/changes/receipts";
import { PRICE_NAMES } from "@/lib/config/prices/price-names";
import { priceObject, type PriceSettings } from "@/lib/config/price-settings";
import { priceRecord, type PriceRow } from "@/lib/wire/price";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { orAlreadyExists, orUnavailable } from "../failures";
import type { Prisma, Price as StoredPrice } from "@/lib/store/generated/client";
import { cutPage } from "../list-cursor";
import { behindNewest, containing, type Listed, offsetOf, type Page, cursorOfNewest } from "../listing";
import { auditEntry, type Audited } from "../audit-entry";
import { type Deletion, requireDeletable } from "../row-change";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

const AUDITED: Audited<PriceRow> = { entityType: "price", record: priceRecord };

export interface NewPrice {
  readonly provider: string;
  readonly model: string;
  readonly prices: PriceSettings;
  readonly effectiveFrom: Date;
  readonly comment: string | null;
}

/** Every price that was added at run time. @throws the database's error */
export async function readPrices(database: Pick<Database, "pool">): Promise<PriceRow[]> {
  const columns = `id, provider, model, prices, effective_from AS "effectiveFrom", comment, created_by AS "createdBy",
    created_at AS "createdAt"`;
  const statement = longStatement(`SELECT ${columns} FROM prices`, []);
  return (await database.pool.query<StoredPrice>(statement)).rows.map(priceRow);
}

/**
 * One page of the prices, newest first. Provider and model are compared literally, even if they are patterns. `search`:
 * a part of the provider, the model or the comment.
 */
export async function listPrices(
  database: Database,
  page: Page,
  filter: { readonly provider?: string; readonly model?: string; readonly search?: string },
): Promise<Listed<PriceRow>> {
  const { provider, model, search } = filter;
  const contains = search && containing(search);
  const where: Prisma.PriceWhereInput = {
    provider,
    model,
    ...(contains && { OR: [{ provider: contains }, { model: contains }, { comment: contains }] }),
  };
  const [found, total] = await orUnavailable(
    Promise.all([
      database.prisma.price.findMany({
        where: page.after ? { AND: [where, behindNewest(page.after)] } : where,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        skip: offsetOf(page),
        take: page.size + 1,
      }),
      database.prisma.price.count({ where }),
    ]),
  );
  const { rows, next } = cutPage(found, page.size, cursorOfNewest);
  return { rows: rows.map(priceRow), total, next };
}

/** Adds a price, which each process applies as soon as it is notified. @throws GatewayError already_exists */
export async function createPrice(
  services: Writer,
  actor: string,
  price: NewPrice,
): Promise<{ row: PriceRow; nodes: Receipt[] }> {
  const id = `price_${randomBytes(9).toString("hex")}`;
  const written = write(services, async (transaction) => {
    const row = priceRow(await transaction.price.create({ data: { ...price, id, createdBy: actor } }));
    return {
      result: row,
      audit: [auditEntry(AUDITED, { actor, action: "price.create", after: row })],
      changes: [{ entity: "price", id }],
    };
  });
  const message =
    "There is already a price of this provider and model from this moment on; delete it first, or choose another effective_from.";
  const { result, nodes } = await orAlreadyExists(written, message, "effective_from");
  return { row: result, nodes };
}

/**
 * Deletes prices, all of them or none. Calls that they priced keep their price until they are re-priced.
 * @throws GatewayError not_found, changed_meanwhile
 */
export async function deletePrices(
  services: Writer,
  actor: string,
  { ids, ifMatch }: Omit<Deletion, "cascade">,
): Promise<Receipt[]> {
  const { nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "price", ids, "delete", "price_ids");
    const where = { id: { in: [...ids] } };
    const rows = (await transaction.price.findMany({ where })).map(priceRow);
    requireDeletable(ifMatch, AUDITED, rows);
    await transaction.price.deleteMany({ where });
    return {
      result: undefined,
      audit: rows.map((before) => auditEntry(AUDITED, { actor, action: "price.delete", before })),
      changes: ids.map((id) => ({ entity: "price", id })),
    };
  });
  return nodes;
}

/** A row without prices under names that only another version knows. */
function priceRow({ prices, ...row }: StoredPrice): PriceRow {
  const given = typeof prices === "object" && prices !== null ? prices : {};
  const known = PRICE_NAMES.flatMap((name) => {
    const parsed = priceObject.shape[name].safeParse(Reflect.get(given, name));
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return { ...row, prices: Object.fromEntries(known) };
}
