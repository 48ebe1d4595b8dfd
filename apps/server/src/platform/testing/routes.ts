import type { FastifyInstance } from "fastify";

/**
 * Everything that is mounted, as "GET /api/v1/user/{}": read from the router itself, so that nothing
 * can be mounted unseen. HEAD stands wherever GET does and is left out.
 */
export function mountedRoutes(app: FastifyInstance): string[] {
  const routes: string[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const found = line.match(/^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/);
    if (!found) continue;
    const [, indentation = "", segment = "", methods = ""] = found;
    const depth = indentation.length / 4;
    const path = (parents[depth - 1] ?? "") + segment;
    parents.length = depth;
    parents.push(path);
    for (const method of methods.split(", ")) {
      if (method && method !== "HEAD") routes.push(`${method} ${withoutNames(path)}`);
    }
  }
  return routes;
}

/** "/questions/:id" and "/questions/{uuid}" are one path. */
export function withoutNames(path: string): string {
  return path.replace(/:\w+(\|:\w+)*|\{\w+\}/g, "{}");
}
