import type { Server } from "node:http";

/** The address cannot be listened on; the message is one line for the operator. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable: "PORT" | "METRICS_PORT";
}

/** Resolves when the server listens. @throws ListenError */
export function listen(server: Server, { host, port, variable }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ListenError(`Cannot listen on ${host}:${port}: ${reasonOf(error, port, variable)}`)),
    );
    server.listen(port, host, resolve);
  });
}

function reasonOf({ code, message }: NodeJS.ErrnoException, port: number, variable: string): string {
  switch (code) {
    case "EADDRINUSE":
      return `port ${port} is in use. Stop what uses it, or set ${variable}.`;
    case "EACCES":
      return `this user may not use port ${port}. Set ${variable} to one above 1023.`;
    case "EADDRNOTAVAIL":
      return "that address is not this machine's. Set HOST.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "HOST must be an address or a name of this machine, without http:// and without a port.";
    default:
      return message;
  }
}
