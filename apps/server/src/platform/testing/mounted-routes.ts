import { subscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

const routesOfApp = new WeakMap<FastifyInstance, Set<string>>();

// Fastify publishes each new instance on this channel before any route is mounted.
subscribe("fastify.initialization", (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const routes = new Set<string>();
  routesOfApp.set(fastify, routes);
  fastify.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat()) routes.add(`${name} ${removeParameterNames(url)}`);
  });
});

/**
 * Lists the routes of an application, such as "GET /api/v1/user/{}". The application must have been created
 * after this module was loaded. HEAD is left out, because it is mounted wherever GET is.
 */
export function listMountedRoutes(app: FastifyInstance): string[] {
  const routes = routesOfApp.get(app);
  if (!routes) throw new Error("the application was created before its routes were observed");
  return [...routes].filter((route) => !route.startsWith("HEAD "));
}

/** Replaces parameters, so that "/questions/:id" and "/questions/{uuid}" are equal. */
export function removeParameterNames(path: string): string {
  return path.replace(/:\w+(\|:\w+)*|\{\w+\}/g, "{}");
}
