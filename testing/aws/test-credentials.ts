import { CredentialKeeper } from "@/lib/credentials/keeper";
import { CredentialError, type CredentialPorts } from "@/lib/credentials/source";

/** A keeper in a world without a network and files, which has these variables. */
export function testCredentials(variables: Readonly<Record<string, string>> = {}): CredentialKeeper {
  const nowhere = (): Promise<never> => Promise.reject(new CredentialError("nobody is there"));
  const ports: CredentialPorts = {
    now: Date.now,
    variable: (name) => variables[name],
    readFile: nowhere,
    ask: nowhere,
    askMachine: nowhere,
  };
  return new CredentialKeeper({ ports, limit: () => new AbortController().signal });
}
