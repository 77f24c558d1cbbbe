import type { ENVIRONMENT_COLOURS } from "@/lib/config/console-schema";

/** How a gateway's console differs from those of others: `general_settings.console_look`. */
export interface ConsoleLook {
  /** The name of the environment; undefined: it has none. */
  readonly environment?: string | undefined;
  readonly colour: (typeof ENVIRONMENT_COLOURS)[number];
  /** An image as a `data:` address; undefined: the gateway's own. */
  readonly logo?: string | undefined;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** The console of a gateway without `console_look`. */
export const PLAIN_LOOK: ConsoleLook = { colour: "grey", links: [] };
