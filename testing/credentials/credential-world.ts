import {
  CredentialError,
  type CredentialAnswer,
  type CredentialPorts,
  type CredentialRequest,
} from "@/lib/credentials/source";

/** What a service answers; what is left out is that of an empty 200. */
export type CredentialHandler = (request: CredentialRequest) => Partial<CredentialAnswer>;

/** The surroundings that a credential is fetched in. */
export interface CredentialWorld {
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** The service at a public address; undefined: nothing answers there. */
  readonly ask?: CredentialHandler | undefined;
  /** The metadata service of the machine; undefined: nothing answers there. */
  readonly machine?: CredentialHandler | undefined;
}

export const CREDENTIAL_NOW = Date.UTC(2026, 0, 1);

/** Such surroundings, and the requests that are made in them. */
export function credentialWorld({ variables = {}, files = {}, ask, machine }: CredentialWorld) {
  const asked: CredentialRequest[] = [];
  const answering = (handler: CredentialHandler | undefined) => (request: CredentialRequest) => {
    asked.push(request);
    if (!handler) return Promise.reject(new CredentialError(`${new URL(request.url).hostname} does not answer`));
    return Promise.resolve({ status: 200, headers: {}, text: "", ...handler(request) });
  };
  const ports: CredentialPorts = {
    now: () => CREDENTIAL_NOW,
    variable: (name) => variables[name],
    readFile: (path) =>
      files[path] === undefined
        ? Promise.reject(new CredentialError(`the file ${path} cannot be read (ENOENT)`))
        : Promise.resolve(files[path]),
    ask: answering(ask),
    askMachine: answering(machine),
  };
  return { ports, asked };
}
