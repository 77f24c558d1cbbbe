// node scripts/image/pin-base.mjs: writes the digest of the base image's tag into the Dockerfile, as
// `node:26-bookworm-slim@sha256:…`, so that a build tomorrow has the base of today. Not tried: it needs Docker Hub.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/setup.mjs";

const INDEX = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json";

const path = join(root, "Dockerfile");
const text = readFileSync(path, "utf8");
const [, name, tag] = /^ARG NODE_IMAGE=([\w/]+):([\w.-]+)/m.exec(text) ?? [];
const repository = name.includes("/") ? name : `library/${name}`;
const scope = `service=registry.docker.io&scope=repository:${repository}:pull`;
const { token } = await (await fetch(`https://auth.docker.io/token?${scope}`)).json();
const reply = await fetch(`https://registry-1.docker.io/v2/${repository}/manifests/${tag}`, {
  method: "HEAD",
  headers: { authorization: `Bearer ${token}`, accept: INDEX },
});
const digest = reply.headers.get("docker-content-digest");
if (!reply.ok || digest === null) throw new Error(`The registry answers ${reply.status} about ${name}:${tag}`);
writeFileSync(
  path,
  text.replace(/^(ARG NODE_IMAGE=)\S+/m, (_, before) => `${before}${name}:${tag}@${digest}`),
);
console.log(`Dockerfile: ${name}:${tag}@${digest}`);
