import type { Database } from "./database";
import { SEALED_COLUMNS } from "./sealed-columns";
import type { SecretBox } from "./secret-box";

const ID = "encryption";
const TEXT = "model-gateway";
const { knownValues, modelSecrets } = SEALED_COLUMNS;

/** Whether the keys of a box open a sealed known value. */
export function opensKnownValue(secrets: SecretBox, sealed: string): boolean {
  const opened = secrets.open(sealed, knownValues.context(ID));
  return "text" in opened && opened.text === TEXT;
}

/** The known value as the database holds it; undefined: there is none yet. @throws the database's error */
export async function readKnownValue({ prisma }: Pick<Database, "prisma">): Promise<string | undefined> {
  return (await prisma.knownValue.findUnique({ where: { id: ID } }))?.sealed;
}

/**
 * Seals the known value unless another node has. A node that opens none of the stored entries must not seal it: the
 * nodes with the right key would then not be ready. Returns the value in the database; undefined: there is none.
 * @throws the database's error
 */
export async function keepKnownValue({ prisma }: Database, secrets: SecretBox): Promise<string | undefined> {
  const kept = await readKnownValue({ prisma });
  if (kept !== undefined) return kept;
  const entries = await prisma.storedModel.findMany({
    where: { sealed: { not: null } },
    select: { id: true, sealed: true },
    take: 100,
  });
  const opens = entries.some(({ id, sealed }) => "text" in secrets.open(sealed ?? "", modelSecrets.context(id)));
  if (entries.length > 0 && !opens) return undefined;
  const sealed = secrets.seal(TEXT, knownValues.context(ID));
  await prisma.knownValue.createMany({ data: [{ id: ID, sealed }], skipDuplicates: true });
  return readKnownValue({ prisma });
}

/** Seals the known value with the current key, whatever it was, for an installation whose key is lost. */
export async function replaceKnownValue({ prisma }: Database, secrets: SecretBox): Promise<void> {
  const sealed = secrets.seal(TEXT, knownValues.context(ID));
  await prisma.knownValue.upsert({ where: { id: ID }, create: { id: ID, sealed }, update: { sealed } });
}
