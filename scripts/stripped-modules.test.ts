import { join } from "node:path";
import { expect, test } from "vitest";
import { runAndCapture } from "./run.ts";
import { stripStaleModules } from "./stripped-modules.ts";
import { root } from "./use-stripped-modules.js";

test("the server's process strips no types", async () => {
  stripStaleModules();
  // Node strips types by its module "amaro".
  const app = join(root, "apps/server/src/app.ts");
  const script = `
    await import(${JSON.stringify(app)});
    console.log(process.moduleLoadList.filter((name) => name.includes("amaro")));`;
  const hook = join(root, "scripts/use-stripped-modules.js");
  const { output } = await runAndCapture([
    ...["node", "--import", hook],
    ...["--input-type=module", "-e", script],
  ]);
  expect(output).toBe("[]\n");
});
