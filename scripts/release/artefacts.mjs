import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
