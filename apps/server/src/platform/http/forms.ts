import type { FastifyInstance, RouteOptions } from "fastify";

export const formType = "application/x-www-form-urlencoded";

/** Mounts a route that accepts HTML form bodies only. If a field is repeated, its last value counts. */
export function mountFormRoute(app: FastifyInstance, route: RouteOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, { parseAs: "string" }, (_request, text, onParsed) => {
      onParsed(null, Object.fromEntries(new URLSearchParams(String(text))));
    });
    scope.route(route);
    done();
  });
}

/** Mounts a route that reads a body of any type as bytes. */
export function mountRouteReadingBytes(
  app: FastifyInstance,
  route: RouteOptions,
  bodyLimit: number,
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit },
      (_request, bytes, onParsed) => {
        onParsed(null, bytes);
      },
    );
    scope.route({ ...route, bodyLimit });
    done();
  });
}

/** Mounts a route that accepts a body of any type and ignores it. */
export function mountRouteIgnoringBodies(app: FastifyInstance, route: RouteOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, _text, onParsed) => {
        onParsed(null);
      },
    );
    scope.route(route);
    done();
  });
}
