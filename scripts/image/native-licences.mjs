import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** What the embedded server is made of. Its package on npm has only the licence of whoever has packed it. */
const PARTS = [
  {
    name: "postgresql",
    licence: "PostgreSQL",
    files: /^(?:postgres|initdb|plpgsql|dict_snowball|lib(?:pq|ecpg|ecpg_compat|pgtypes))$/,
  },
  { name: "openssl", licence: "OpenSSL", files: /^lib(?:crypto|ssl)$/ },
  { name: "icu", licence: "ICU", files: /^libicu/ },
  { name: "libxml2", licence: "MIT", files: /^libxml2$/ },
  { name: "libxslt", licence: "MIT", files: /^libxslt$/ },
  { name: "zlib", licence: "Zlib", files: /^libz$/ },
  { name: "liblzma", licence: "public domain", files: /^liblzma$/ },
  { name: "ossp-uuid", licence: "ISC", files: /^libossp-uuid$/ },
];

/**
 * The programs and libraries that come with the embedded server, which are not packages of npm, with the texts of their
 * licences. One that nobody has looked at yet has no licence.
 * @param {readonly string[]} files as `postgresFiles` lists them
 * @returns {readonly { name: string, licence: string | undefined, text: string }[]}
 */
export function nativeLicences(files) {
  const names = files
    .filter((path) => /\/native\/(?:bin|lib)\//.test(path))
    .map((path) => basename(path).split(".")[0]);
  const unknown = names.filter((name) => !PARTS.some((part) => part.files.test(name)));
  return [
    ...PARTS.filter((part) => names.some((name) => part.files.test(name))).map(({ name, licence }) => ({
      name,
      licence,
      text: readFileSync(new URL(`licences/${name}.txt`, import.meta.url), "utf8"),
    })),
    ...[...new Set(unknown)].map((name) => ({ name, licence: undefined, text: "" })),
  ];
}
