import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { findEntities } from "@/lib/store/entities/search";
import { searchContract } from "@/lib/wire/contracts/search";

/** `GET /search`: the entities that have a string in the id, the name or the e-mail address. */
export const searchOperation: CallerOperation = defineOperation(
  searchContract,
  async ({ services }, { text, size }) => {
    const found = await findEntities(services.database, { text, most: size });
    return { body: { data: found.map(({ type, id, name, keyName }) => ({ type, id, name, key_name: keyName })) } };
  },
);
