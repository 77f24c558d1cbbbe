import { messageOf } from "@/lib/error-message";
import type { MessagePort } from "node:worker_threads";
import type { ConsoleGateway } from "./port";
import { GatewayError, type ErrorCode } from "@/lib/errors";
import type { Logger } from "@/lib/log";

/** The parts of the gateway that do not change while it runs, sent once when the thread starts. */
export type ConsoleConstants = Pick<ConsoleGateway, "sessionSecrets" | "environment" | "hasSettledAddresses">;

/** The methods of the gateway that the thread calls through the port. */
type PortMethods = Pick<
  ConsoleGateway,
  | "settings"
  | "judgeMasterKey"
  | "decide"
  | "finishTrial"
  | "requestAccess"
  | "beginSession"
  | "openSession"
  | "signOut"
  | "logOut"
>;
type Question = {
  [Name in keyof PortMethods]: { readonly name: Name; readonly parameters: Parameters<PortMethods[Name]> };
}[keyof PortMethods];
/** The levels at which the thread logs. */
type ThreadLevel = Exclude<keyof Logger, "debug" | "infoJson">;
type Message =
  | { readonly id: number; readonly question: Question }
  | { readonly level: ThreadLevel; readonly event: string; readonly fields: Record<string, unknown> | undefined };
type Answer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly code: ErrorCode | undefined; readonly message: string }
);

/** Answers the questions that the console's thread asks through a port, and writes its log lines. */
export function answerConsole(port: MessagePort, gateway: ConsoleGateway): void {
  const answer = (question: Question): Promise<unknown> => {
    switch (question.name) {
      case "settings":
        return gateway.settings();
      case "judgeMasterKey":
        return gateway.judgeMasterKey(...question.parameters);
      case "decide":
        return gateway.decide(...question.parameters);
      case "finishTrial":
        return gateway.finishTrial(...question.parameters);
      case "requestAccess":
        return gateway.requestAccess(...question.parameters);
      case "beginSession":
        return gateway.beginSession(...question.parameters);
      case "openSession":
        return gateway.openSession(...question.parameters);
      case "signOut":
        return gateway.signOut(...question.parameters);
      case "logOut":
        return gateway.logOut(...question.parameters);
    }
  };
  port.on("message", async (message: Message) => {
    if ("level" in message) return gateway.log[message.level](message.event, message.fields);
    const { id, question } = message;
    try {
      port.postMessage({ id, value: await answer(question) } satisfies Answer);
    } catch (error) {
      const code = error instanceof GatewayError ? error.code : undefined;
      port.postMessage({ id, code, message: messageOf(error) } satisfies Answer);
    }
  });
}

/** The gateway as the console's thread sees it: every question goes through the port. */
export function askGateway(port: MessagePort, constants: ConsoleConstants): ConsoleGateway {
  const waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }
  >();
  let lastId = 0;
  port.on("message", (answer: Answer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("value" in answer) asker?.resolve(answer.value as never);
    else
      asker?.reject(
        answer.code === undefined ? new Error(answer.message) : new GatewayError(answer.code, answer.message),
      );
  });
  const ask = <Value>(question: Question): Promise<Value> =>
    new Promise<Value>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      port.postMessage({ id, question } satisfies Message);
    });
  const say = (level: ThreadLevel) => (event: string, fields?: Record<string, unknown>) =>
    port.postMessage({ level, event, fields } satisfies Message);
  return {
    ...constants,
    log: { info: say("info"), warn: say("warn"), error: say("error") },
    settings: () => ask({ name: "settings", parameters: [] }),
    judgeMasterKey: (...parameters) => ask({ name: "judgeMasterKey", parameters }),
    decide: (...parameters) => ask({ name: "decide", parameters }),
    finishTrial: (...parameters) => ask({ name: "finishTrial", parameters }),
    requestAccess: (...parameters) => ask({ name: "requestAccess", parameters }),
    beginSession: (...parameters) => ask({ name: "beginSession", parameters }),
    openSession: (...parameters) => ask({ name: "openSession", parameters }),
    signOut: (...parameters) => ask({ name: "signOut", parameters }),
    logOut: (...parameters) => ask({ name: "logOut", parameters }),
  };
}
