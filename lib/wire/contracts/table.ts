import type { Contract } from "../contract";
import { auditContracts } from "./audit";
import { configContracts } from "./config";
import { customerContracts } from "./customers";
import { decisionContracts } from "./decisions";
import { journalContract } from "./journal";
import { keyContracts } from "./keys";
import { modelContracts, usableModelContracts } from "./models";
import { organizationContracts } from "./organizations";
import { priceContracts } from "./prices";
import { providerKeyContracts } from "./provider-keys";
import { publicContracts } from "./public";
import { sessionContracts } from "./sessions";
import { spendContracts } from "./spend";
import { teamContracts, teamMemberContracts } from "./teams";
import { userContracts } from "./users";

/** Every contract. Operations without one are calls of models, whose bodies belong to the dialects. */
export const CONTRACTS: readonly Contract[] = [
  ...Object.values(usableModelContracts),
  ...Object.values(modelContracts),
  ...Object.values(teamContracts),
  ...Object.values(teamMemberContracts),
  ...Object.values(userContracts),
  ...Object.values(organizationContracts),
  ...Object.values(customerContracts),
  ...Object.values(keyContracts),
  ...Object.values(configContracts),
  ...Object.values(spendContracts),
  journalContract,
  ...Object.values(priceContracts),
  ...Object.values(auditContracts),
  ...Object.values(sessionContracts),
  ...Object.values(decisionContracts),
  ...Object.values(providerKeyContracts),
  ...Object.values(publicContracts),
];

/** The contract of a method and a canonical path; undefined for calls of models. */
export function contractOf(method: string, path: string): Contract | undefined {
  return CONTRACTS.find((contract) => contract.method === method && contract.path === path);
}
