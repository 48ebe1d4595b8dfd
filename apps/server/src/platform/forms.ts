import type { FastifyInstance, RouteOptions } from "fastify";

export const formType = "application/x-www-form-urlencoded";

/** Mounts a route that takes a page's own form, and nothing else; a field given twice counts once. */
export function readForms(app: FastifyInstance, route: RouteOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, { parseAs: "string" }, (_request, text, parsed) => {
      parsed(null, Object.fromEntries(new URLSearchParams(String(text))));
    });
    scope.route(route);
    done();
  });
}
