import { findProgram, installFromDebian } from "./debian.mjs";

const PROGRAMS = ["glewlwyd", "sqlite3"];
/** Otherwise the package configures a database that it has not made, and its installation fails. */
const ANSWERS = ["glewlwyd glewlwyd/config_type select No configuration"];

/**
 * What this machine lacks for a Glewlwyd, as a sentence; undefined: nothing. As root on Debian, what is missing is
 * installed.
 * @returns {string | undefined}
 */
export function whyNoGlewlwyd() {
  const missing = () => PROGRAMS.filter((name) => !findProgram([name]));
  // Without a choice of its own, Debian would bring the clients of MariaDB along, to make a database that nobody needs.
  if (missing().length > 0) installFromDebian(["dbconfig-no-thanks", ...PROGRAMS], ANSWERS);
  if (missing().length === 0) return undefined;
  return `These tests need ${missing().join(" and ")} (Debian: apt-get install dbconfig-no-thanks ${PROGRAMS.join(" ")}).`;
}
