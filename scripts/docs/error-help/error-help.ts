import type { ErrorCode } from "@/lib/errors";
import { ABOUT_CREDENTIALS } from "./about-credentials";
import { ABOUT_FAILURES } from "./about-failures";
import { ABOUT_PERMISSION } from "./about-permission";
import { ABOUT_REQUESTS } from "./about-requests";

/** Who can cure it: the developer of the calling application, an administrator, or who runs the gateway. */
export type Curer = "caller" | "administrator" | "operator";

/** What docs/errors.md says about a code, in Markdown. */
export interface ErrorHelp {
  readonly cause: string;
  readonly cure: string;
  readonly who: readonly Curer[];
  /** The message of the example answer. */
  readonly example: string;
}

/** Help for every code of `ERRORS`. */
export const ERROR_HELP: Readonly<Record<ErrorCode, ErrorHelp>> = {
  ...ABOUT_REQUESTS,
  ...ABOUT_CREDENTIALS,
  ...ABOUT_PERMISSION,
  ...ABOUT_FAILURES,
};
