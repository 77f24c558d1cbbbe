import type { Prisma, StoredLogin } from "@/lib/store/generated/client";
import { loginRecord } from "@/lib/wire/sign-in/login";
import { KEPT_COLUMNS, sealedStore } from "./sealed-rows";

/** The login to the console that administrators set up, with its sealed client secret. */
export type StoredLoginRow = StoredLogin;

/** The columns that administrators write. */
export interface LoginColumns {
  readonly values: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

/** The login of the database: at most one. */
export const storedLogins = sealedStore<StoredLoginRow, LoginColumns>({
  table: "console_logins",
  columns: `id, "values", ${KEPT_COLUMNS}`,
  lock: "login",
  audited: { entityType: "login", record: loginRecord },
  actions: { create: "login.create", update: "login.update", delete: "login.delete" },
  param: { new: "trial_id", known: "login" },
  taken: "Somebody else has just set up a login. Read it again.",
  rows: ({ storedLogin }) => ({
    create: (data) => storedLogin.create({ data }),
    find: (id) => storedLogin.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => storedLogin.update({ where: { id }, data }),
    delete: (id) => storedLogin.delete({ where: { id } }),
  }),
  // It is read with the settings.
  changes: () => [{ entity: "config", id: "" }],
});
