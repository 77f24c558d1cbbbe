import { quote, type Fault } from "@/lib/config/finding";
import type { ConfigFile } from "@/lib/config/schema";
import { addressFault, credentialFault } from "../address-checks";

/**
 * The faults of a file's named credentials, and of entries that name one. A file's entry names a credential of the
 * file: that can be checked before the database is there.
 */
export function credentialFaults({ credential_list: list, model_list: models }: ConfigFile): Fault[] {
  const names = list.map((credential) => credential.credential_name);
  const twice = names.flatMap((name, index): Fault[] =>
    names.indexOf(name) === index
      ? []
      : [
          {
            number: "C211",
            path: ["credential_list", index, "credential_name"],
            at: "value",
            message: `a credential named ${quote(name)} is already listed above`,
            fix: "give each its own name",
          },
        ],
  );
  const unknown = models.flatMap(({ gateway_params: { credential_name: name } }, index): Fault[] =>
    name === undefined || names.includes(name)
      ? []
      : [
          {
            number: "C211",
            path: ["model_list", index, "gateway_params", "credential_name"],
            at: "value",
            message: `no credential of credential_list is named ${quote(name)}`,
            fix: names.length === 0 ? "add it to credential_list" : `name one of: ${names.slice(0, 10).join(", ")}`,
          },
        ],
  );
  const addresses = list.flatMap(({ credential_values: { api_base: base } }, index): Fault[] => {
    const path = ["credential_list", index, "credential_values", "api_base"];
    const fault = base === undefined ? undefined : (credentialFault(base, path) ?? addressFault(base, path));
    return fault ? [fault] : [];
  });
  return [...twice, ...unknown, ...addresses];
}
