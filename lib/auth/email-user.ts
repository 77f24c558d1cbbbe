import type { Identity } from "./decision";

/** The id of the user whom an e-mail stands for, where no claim names one. */
export function emailUserId({ email, idPrefix }: Pick<Identity, "email" | "idPrefix">): string | undefined {
  return email === undefined ? undefined : idPrefix + email;
}
