import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { requireImageBase, requireImageTools } from "@/scripts/setup/image-base.mjs";

const run = promisify(execFile);

/** The part of an image's configuration that says how it is started, in Docker's format. */
const imageConfiguration = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  WorkingDir: z.string(),
  Labels: z.record(z.string(), z.string()),
  ExposedPorts: z.record(z.string(), z.unknown()),
  Volumes: z.record(z.string(), z.unknown()),
  StopSignal: z.string(),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
});
export type ImageConfiguration = z.infer<typeof imageConfiguration>;

/** A file, folder or link of a layer. */
export interface LayerEntry {
  /** The mode as `ls -l` shows it, such as `-rw-r--r--`. */
  readonly mode: string;
  readonly user: number;
  readonly group: number;
  readonly bytes: number;
  /** The path, without a slash at its beginning or end. */
  readonly path: string;
}

export interface BuiltImage {
  readonly configuration: ImageConfiguration;
  /** The size of its layers above the base, uncompressed, in bytes. */
  readonly bytes: number;
  /** The entries of these layers, in their order. */
  readonly entries: readonly LayerEntry[];
  /** The folder that its whole file system is mounted at. */
  readonly root: string;
}

export interface ImageBuilder {
  /** Builds the project's Dockerfile with these build arguments. @throws Error with the end of the builder's output */
  build(name: string, buildArguments: Readonly<Record<string, string>>): Promise<BuiltImage>;
  /** Removes all images. */
  remove(): Promise<void>;
}

const BASE = "localhost/base";

/**
 * Makes an image store of its own that holds the base image, by Debian's buildah. It shares nothing with other images
 * of the machine.
 * @throws Error in one sentence for a machine that cannot build images
 */
export async function openImageBuilder(): Promise<ImageBuilder> {
  requireImageTools();
  const base = requireImageBase();
  const folder = mkdtempSync(join(tmpdir(), "image-"));
  const mounted: string[] = [];
  const store = await storeIn(folder);
  const buildah = async (...parameters: string[]): Promise<string> => {
    const options = { maxBuffer: 2 ** 26, env: { ...process.env, TMPDIR: folder } };
    const { stdout } = await run("buildah", [...store, ...parameters], options).catch((error: unknown) => {
      const { stdout: said, stderr: failed } = error as { stdout: string; stderr: string };
      throw new Error(`buildah ${parameters[0]} failed:\n${`${said}${failed}`.slice(-6_000)}`);
    });
    return stdout.trim();
  };
  const remove = async (): Promise<void> => {
    for (const container of mounted) await buildah("umount", container).catch(() => "");
    rmSync(folder, { recursive: true, force: true });
  };

  async function makeBase(): Promise<void> {
    const container = await buildah("from", "scratch");
    await buildah("add", "--quiet", container, base, "/");
    const root = await buildah("mount", container);
    await fitToMachine(root);
    await buildah("umount", container);
    await buildah("commit", "--quiet", "--rm", container, BASE);
  }

  /** The layers of an image as tar files in a folder, with their uncompressed sizes in bytes. */
  async function layersOf(name: string): Promise<{ readonly file: string; readonly bytes: number }[]> {
    const target = join(folder, `pushed-${name.replaceAll("/", "-")}`);
    await buildah("push", "--quiet", "--disable-compression", name, `dir:${target}`);
    const manifest = z.object({ layers: z.array(z.object({ digest: z.string(), size: z.number() })) });
    const { layers } = manifest.parse(JSON.parse(readFileSync(join(target, "manifest.json"), "utf8")));
    return layers.map(({ digest, size }) => ({ file: join(target, digest.replace("sha256:", "")), bytes: size }));
  }

  try {
    await makeBase();
    const ofBase = (await layersOf(BASE)).length;
    return {
      async build(name, buildArguments) {
        const given = Object.entries({ NODE_IMAGE: BASE, ...buildArguments });
        await buildah(
          "bud",
          "--isolation",
          "chroot",
          "--format",
          "docker",
          "--pull-never",
          "--tag",
          name,
          ...given.flatMap(([argument, value]) => ["--build-arg", `${argument}=${value}`]),
          ".",
        );
        const above = (await layersOf(name)).slice(ofBase);
        const entries: LayerEntry[] = [];
        for (const { file } of above) entries.push(...(await entriesOf(file)));
        const inspected: { Docker: { config: unknown } } = JSON.parse(
          await buildah("inspect", "--type", "image", name),
        );
        const container = await buildah("from", "--pull-never", name);
        mounted.push(container);
        return {
          configuration: imageConfiguration.parse(inspected.Docker.config),
          bytes: above.reduce((sum, { bytes }) => sum + bytes, 0),
          entries,
          root: await buildah("mount", container),
        };
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * The options that place an image store in a folder. It keeps images as overlays or, if the kernel has none, as whole
 * copies.
 */
async function storeIn(folder: string): Promise<string[]> {
  const place = ["--root", join(folder, "store"), "--runroot", join(folder, "run")];
  for (const driver of ["overlay", "vfs"]) {
    const store = ["--storage-driver", driver, ...place];
    const works = await run("buildah", [...store, "images"]).then(
      () => true,
      () => false,
    );
    if (works) return store;
    rmSync(join(folder, "store"), { recursive: true, force: true });
  }
  throw new Error("buildah keeps images on this machine neither as overlays nor as copies");
}

const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** Lets npm in the base image use the registry that this machine uses, and trust the authorities that it trusts. */
async function fitToMachine(root: string): Promise<void> {
  const { stdout } = await run("npm", ["config", "get", "registry"]);
  const settings = [`registry=${stdout.trim()}`];
  if (existsSync(AUTHORITIES)) {
    mkdirSync(join(root, "etc/ssl/certs"), { recursive: true });
    copyFileSync(AUTHORITIES, join(root, AUTHORITIES));
    settings.push(`cafile=${AUTHORITIES}`);
  }
  mkdirSync(join(root, "usr/local/etc"), { recursive: true });
  writeFileSync(join(root, "usr/local/etc/npmrc"), `${settings.join("\n")}\n`);
}

const ENTRY = /^(\S{10})\s+(\d+)\/(\d+)\s+(\d+)\s+\S+\s+\S+\s+(.*?)(?: -> .*| link to .*)?$/;

/** The entries of a layer, from its tar file. */
async function entriesOf(file: string): Promise<LayerEntry[]> {
  const list = ["--list", "--verbose", "--numeric-owner", "--quoting-style=literal", "--file", file];
  const { stdout } = await run("tar", list, { maxBuffer: 2 ** 26 });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, mode = "", user, group, bytes, path = ""] = ENTRY.exec(line) ?? [];
      if (path === "") throw new Error(`tar lists ${JSON.stringify(line)}`);
      return {
        mode,
        user: Number(user),
        group: Number(group),
        bytes: Number(bytes),
        path: path.replace(/^\.?\//, "").replace(/\/$/, ""),
      };
    });
}
