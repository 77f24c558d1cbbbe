import { findProgram, installFromDebian } from "./debian.mjs";

const PROGRAMS = ["glewlwyd", "sqlite3"];
/**
 * Answers that keep the package from configuring a database that it has not made, which would fail its installation.
 */
const ANSWERS = ["glewlwyd glewlwyd/config_type select No configuration"];

/**
 * What this machine lacks for a Glewlwyd, as a sentence; undefined: nothing. As root on Debian, what is missing is
 * installed.
 * @returns {string | undefined}
 */
export function whyNoGlewlwyd() {
  const missing = () => PROGRAMS.filter((name) => !findProgram([name]));
  // Without this choice, Debian would also install MariaDB's clients, to make a database that nobody needs.
  if (missing().length > 0) installFromDebian(["dbconfig-no-thanks", ...PROGRAMS], ANSWERS);
  if (missing().length === 0) return undefined;
  return `These tests need ${missing().join(" and ")} (Debian: apt-get install dbconfig-no-thanks ${PROGRAMS.join(" ")}).`;
}
