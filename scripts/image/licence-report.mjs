/**
 * Licences under which a package may be shipped with only a notice. Somebody must look at any other licence before it
 * is added here.
 */
const ACCEPTED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "PostgreSQL",
  "Zlib",
  "public domain",
  // Those of libraries of the embedded server. OpenSSL's asks to be named, as its text in LICENSES.txt does.
  "ICU",
  "OpenSSL",
  // The licence of data about browsers' versions, which is shipped with its notice.
  "CC-BY-4.0",
  "OFL-1.1",
]);

/**
 * The report of `npm run licences`.
 * @param {readonly { name: string, version: string, licence: string | undefined }[]} packages
 * @param {Readonly<Record<string, { severity: string, via: readonly (string | { title: string, url: string })[] }>> |
 * string} known what `npm audit` found, by package; a string: why it could not look
 * @param {{ isOffline?: boolean }} [options] `isOffline`: nobody asked the registry, which is then no fault
 * @returns {{ output: string, isAccepted: boolean }}
 */
export function licenceReport(packages, known, { isOffline = false } = {}) {
  const sorted = [...packages].sort((one, other) => one.name.localeCompare(other.name));
  const groups = new Map();
  for (const { name, version, licence = "none" } of sorted)
    groups.set(licence, [...(groups.get(licence) ?? []), `${name} ${version}`]);
  const lines = [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([licence, names]) => `${licence}: ${names.join(", ")}`);
  const unknown = sorted.filter(({ licence }) => !isAccepted(licence));
  const vulnerable =
    typeof known === "string"
      ? []
      : sorted.flatMap(({ name }) => (Object.hasOwn(known, name) ? [vulnerabilityLine(name, known[name])] : []));
  const output = [
    `${sorted.length} packages are shipped or bundled.`,
    ...lines,
    ...unknown.map(({ name, licence = "no licence" }) => `To look at: ${name} has ${licence}.`),
    ...(typeof known === "string"
      ? [`Vulnerabilities are not known, because the registry could not be asked: ${known}`]
      : vulnerable.length === 0
        ? ["No vulnerability of them is known."]
        : vulnerable),
  ].join("\n");
  const isKnown = isOffline || typeof known !== "string";
  return { output, isAccepted: sorted.length > 0 && isKnown && unknown.length === 0 && vulnerable.length === 0 };
}

/** "(MIT OR Apache-2.0)" needs one of them, "MIT AND ISC" needs both. */
function isAccepted(licence) {
  if (licence === undefined) return false;
  const alternatives = licence.replace(/[()]/g, "").split(/ OR /i);
  return alternatives.some((one) => one.split(/ AND /i).every((name) => ACCEPTED.has(name.trim())));
}

function vulnerabilityLine(name, { severity, via }) {
  const reasons = via.map((reason) => (typeof reason === "string" ? `by ${reason}` : `${reason.title} ${reason.url}`));
  return `Vulnerable: ${name} (${severity}): ${reasons.join("; ")}`;
}
