// Loaded before every script of package.json except `build`. Plain JavaScript, because a Node that
// is too old can't run TypeScript.
const [major = 0] = process.versions.node.split(".").map(Number);

if (major < 24) {
  console.error(
    `Toibako needs Node 24 or newer; this is ${process.versions.node} on ${process.platform}-${process.arch}.\n` +
      "`npm install` brings a pinned Node for Linux (x64, arm64) and Windows (x64). If it was left\n" +
      "out (--omit=optional), install again without that option. On other systems install Node 24\n" +
      "from https://nodejs.org or with your version manager, then run the command again.",
  );
  process.exit(1);
}
