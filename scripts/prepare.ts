// Builds the pages and strips the server's types where their sources changed; for npm start.
import { buildIfStale } from "./build.ts";
import { stripStaleModules } from "./stripped-modules.ts";

const started = Date.now();
const built = await buildIfStale();
if (built && built.code !== 0) {
  console.error(built.output);
  process.exit(1);
}
if (built) console.log(`Built the pages in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
stripStaleModules();
