import { subscribe } from "node:diagnostics_channel";
import type { Caller } from "@toibako/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";

const routesOfApp = new WeakMap<FastifyInstance, Map<string, Caller | undefined>>();

// Fastify publishes each new instance on this channel before any route is mounted.
subscribe("fastify.initialization", (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const routes = new Map<string, Caller | undefined>();
  routesOfApp.set(fastify, routes);
  fastify.addHook("onRoute", ({ method, url, config }) => {
    for (const name of [method].flat())
      routes.set(`${name} ${removeParameterNames(url)}`, config?.caller);
  });
});

/**
 * Lists the routes of an application, such as "GET /api/v1/user/{}". The application must have been created
 * after this module was loaded. HEAD is left out, because it is mounted wherever GET is.
 */
export function listMountedRoutes(app: FastifyInstance): string[] {
  return [...getRoutes(app).keys()].filter((route) => !route.startsWith("HEAD "));
}

/** Lists the mounted routes that only staff may call. */
export function listStaffRoutes(app: FastifyInstance): string[] {
  return listMountedRoutes(app).filter((route) => {
    const caller = getRoutes(app).get(route);
    return caller === "moderator" || caller === "admin";
  });
}

function getRoutes(app: FastifyInstance) {
  const routes = routesOfApp.get(app);
  if (!routes) throw new Error("the application was created before its routes were observed");
  return routes;
}

/** Replaces parameters, so that "/questions/:id" and "/questions/{uuid}" are equal. */
export function removeParameterNames(path: string): string {
  return path.replace(/:\w+(\|:\w+)*|\{\w+\}/g, "{}");
}
