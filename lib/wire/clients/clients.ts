import { APPLICATIONS } from "./applications";
import type { ClientGuide } from "./client-guide";
import { CODING_AGENTS } from "./coding-agents";
import { LIBRARIES } from "./libraries";

/** Every client that has a page in docs/clients, in groups as its index shows them. */
export const CLIENT_GUIDES: Readonly<Record<string, readonly ClientGuide[]>> = {
  "Agents and editors": CODING_AGENTS,
  Applications: APPLICATIONS,
  "Libraries and commands": LIBRARIES,
};
