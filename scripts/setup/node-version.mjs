// Every command imports this first, so that an old Node.js shows a sentence and not a syntax error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Model Gateway needs Node.js 20.19 or newer, but this is ${process.versions.node}. Get one from https://nodejs.org`,
  );
  process.exit(1);
}
