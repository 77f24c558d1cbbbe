import { existsSync } from "node:fs";
import { findProgram, installFromDebian } from "./debian.mjs";

const JAR = "/usr/share/java/zookeeper.jar";

/**
 * What this machine lacks for a ZooKeeper, as a sentence; undefined: nothing. As root on Debian, what is missing is
 * installed.
 * @returns {string | undefined}
 */
export function whyNoZooKeeper() {
  const isMissing = () => !existsSync(JAR) || !findProgram(["java"]);
  if (isMissing()) installFromDebian(["zookeeper"]);
  return isMissing() ? "These tests need ZooKeeper (Debian: apt-get install zookeeper)." : undefined;
}
