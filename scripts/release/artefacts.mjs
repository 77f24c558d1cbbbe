import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../setup/setup.mjs";

/**
 * The SHA-256 of each file of a folder, by name, in the order of the names.
 * @param {string} folder
 * @returns {readonly { name: string, sha256: string }[]}
 */
export function digestsOf(folder) {
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({
      name,
      sha256: createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    }));
}

/**
 * The text that `sha256sum --check` reads.
 * @param {ReturnType<typeof digestsOf>} digests
 */
export function checksums(digests) {
  return digests.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
}

/**
 * What the artefacts were made of and how, as SLSA's provenance 1.0 in a statement of in-toto 1.
 * @param {ReturnType<typeof digestsOf>} digests
 * @param {{ version: string, revision: string, source: string, builder: string, startedOn: string, finishedOn: string,
 * node: string }} build `builder`: who vouches for it, as an address
 */
export function provenance(digests, { version, revision, source, builder, startedOn, finishedOn, node }) {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: digests.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "https://docs.npmjs.com/cli/commands/npm-run-script#release",
        externalParameters: { version, source },
        internalParameters: { node },
        resolvedDependencies: [{ uri: `git+${source}@refs/tags/v${version}`, digest: { gitCommit: revision } }],
      },
      runDetails: { builder: { id: builder }, metadata: { startedOn, finishedOn } },
    },
  };
}

/** What the signature of the checksums is for. Whoever checks it names the same. */
export const SIGNED_FOR = "model-gateway";

/**
 * The packages of a lock file that ship or are bundled, as CycloneDX. npm needs no network for it. `npm sbom --omit=dev`
 * would leave out what ships if a tool of the tests needs it too, such as zod, so npm lists all and the lock file decides.
 * @param {string} root
 * @returns {string} JSON
 * @throws {Error} with what npm says
 */
export function sbomOf(root) {
  const parameters = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const [program, ...all] = [...npmCommand(), ...parameters];
  const { status, stdout, stderr } = spawnSync(program, all, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 27 });
  if (status !== 0) throw new Error(`npm sbom fails: ${stderr}`);
  const bill = JSON.parse(stdout);
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const shipped = new Set(Object.entries(packages).flatMap(([path, entry]) => (entry.dev ? [] : [refOf(path, entry)])));
  const isShipped = (ref) => shipped.has(ref);
  bill.components = bill.components.filter((component) => isShipped(component["bom-ref"]));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
  // npm names the product by its folder, which is another one on each machine.
  bill.metadata.component.name = packages[""].name;
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** As npm refers to a package of the lock file: name@version. */
function refOf(path, { name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), version }) {
  return `${name}@${version}`;
}

/**
 * Signs a file with an SSH key, into FILE.sig.
 * `ssh-keygen -Y verify -n model-gateway … -s SHA256SUMS.sig < SHA256SUMS` checks it.
 * @param {string} file
 * @param {string} key the file of a private key
 * @throws {Error} with what ssh-keygen says
 */
export function sign(file, key) {
  const parameters = ["-Y", "sign", "-f", key, "-n", SIGNED_FOR, file];
  const { status, stderr } = spawnSync("ssh-keygen", parameters, {
    encoding: "utf8",
    stdio: ["inherit", "pipe", "pipe"],
  });
  if (status !== 0) throw new Error(`the checksums cannot be signed: ${stderr}`);
}
