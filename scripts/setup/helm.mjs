import { join } from "node:path";
import { findProgram } from "./debian.mjs";
import { cachedFolder, runToEnd } from "./foreign-cache.mjs";

const HELM = "v4.3.1";
const KUBERNETES_VALIDATE = "1.37.0";

/**
 * What this machine lacks for checking the chart, as a sentence; undefined: nothing.
 * @returns {string | undefined}
 */
export function whyNoHelm() {
  const missing = ["go", "python3"].filter((name) => program(name) === undefined);
  return missing.length === 0
    ? undefined
    : `These tests need Helm and kubernetes-validate, and so ${missing.join(", ")}.`;
}

/** Helm's program, built from its sources by the first call. @returns {string} */
export function requireHelm() {
  const folder = cachedFolder(`helm-${HELM}`, "the Go module proxy", (beside) =>
    runToEnd(program("go") ?? "go", ["install", `helm.sh/helm/v4/cmd/helm@${HELM}`], {
      env: { ...process.env, GOBIN: beside },
    }),
  );
  return join(folder, "helm");
}

/** PyPI's kubernetes-validate, which has the schemas of Kubernetes in it. @returns {string} */
export function requireKubernetesValidate() {
  const folder = cachedFolder(`kubernetes-validate-${KUBERNETES_VALIDATE}`, "PyPI", (beside) => {
    runToEnd("python3", ["-m", "venv", beside]);
    const pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check"];
    runToEnd(join(beside, "bin/python"), [...pip, `kubernetes-validate==${KUBERNETES_VALIDATE}`]);
  });
  return join(folder, "bin/python");
}

function program(name) {
  return findProgram([name]) ?? findProgram([join("../local/go/bin", name)]);
}
