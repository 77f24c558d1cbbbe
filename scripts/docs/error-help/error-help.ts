import type { ErrorCode } from "@/lib/errors";
import { ABOUT_CREDENTIALS } from "./about-credentials";
import { ABOUT_FAILURES } from "./about-failures";
import { ABOUT_PERMISSION } from "./about-permission";
import { ABOUT_REQUESTS } from "./about-requests";
import type { ErrorHelp } from "./help";

/** Help for every code of `ERRORS`. */
export const ERROR_HELP: Readonly<Record<ErrorCode, ErrorHelp>> = {
  ...ABOUT_REQUESTS,
  ...ABOUT_CREDENTIALS,
  ...ABOUT_PERMISSION,
  ...ABOUT_FAILURES,
};
