import type { z } from "zod";
import { findOperation, TABLE } from "@/lib/api/table";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import type { Contract } from "@/lib/wire/contract";
import { apiRequest } from "./api-request";
import { callerWith } from "./management-nodes";

/** What the body of a refusal has, whether the operation answered or threw it. */
interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly param: string | null };
}

/** An answer, with the body that its contract says if the status is 200, and otherwise with the refusal's. */
export interface Asked<Output> {
  readonly status: number;
  readonly body: Output & Refusal;
}

const ADMINISTRATOR = { ...callerWith({ admin: true, userId: "admin" }, { kind: "jwt" }), actor: "user admin" };

/** Asks an operation as an administrator through a door would: input through its schema, answer as JSON. */
export async function askOperation<Output extends z.ZodType>(
  services: Services,
  contract: Contract<"administrators", z.ZodType, Output>,
  input: unknown = {},
): Promise<Asked<z.output<Output>>> {
  const operation = findOperation(contract.method, contract.path)?.operation;
  if (!operation || operation.access === "public" || operation.modelBody || operation.takesMessage)
    throw new Error(`no ${contract.path}`);
  const request = apiRequest({ method: contract.method, path: contract.path });
  try {
    const reply = await operation.answer({ services, request, caller: ADMINISTRATOR, table: TABLE }, input);
    const body = JSON.parse(String(reply.body)) as z.output<Output> & Refusal;
    if (reply.status === 200) contract.output.parse(body);
    return { status: reply.status, body };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const refusal = { error: { code: error.code, message: error.message, param: error.options.param ?? null } };
    return { status: error.status, body: refusal as z.output<Output> & Refusal };
  }
}
