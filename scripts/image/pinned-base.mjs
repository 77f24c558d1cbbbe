/** Docker Hub, where a base image without a host in its name lives. */
const DOCKER_HUB = { auth: "https://auth.docker.io", registry: "https://registry-1.docker.io" };

const BASE = /^(ARG NODE_IMAGE=)([\w./-]+):([\w.-]+)(?:@sha256:[0-9a-f]{64})?$/m;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** With them the registry answers with the index of all architectures, and not with one of them. */
const INDEX = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json";

/**
 * The text of a Dockerfile whose base image has the digest that its tag stands for today, as
 * `node:26-bookworm-slim@sha256:…`. A digest that is there already is replaced. @throws Error with what to do
 */
export async function withPinnedBase(text, { auth, registry } = DOCKER_HUB) {
  const [, , name, tag] = BASE.exec(text) ?? [];
  if (name === undefined) throw new Error("The Dockerfile has no line ARG NODE_IMAGE=NAME:TAG.");
  const repository = name.includes("/") ? name : `library/${name}`;
  const scope = `service=registry.docker.io&scope=repository:${repository}:pull`;
  const { token } = await (await fetch(`${auth}/token?${scope}`)).json();
  const reply = await fetch(`${registry}/v2/${repository}/manifests/${tag}`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${token}`, accept: INDEX },
  });
  const digest = reply.headers.get("docker-content-digest");
  if (!reply.ok || digest === null || !DIGEST.test(digest))
    throw new Error(`The registry answers ${reply.status} about ${name}:${tag}: set NODE_IMAGE to a base that it has.`);
  return text.replace(BASE, (_, before) => `${before}${name}:${tag}@${digest}`);
}
