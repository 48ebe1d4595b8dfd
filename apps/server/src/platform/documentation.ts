import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

/** The OpenAPI document, made of what is mounted after this, and a page to browse it. */
export async function registerDocumentation(app: FastifyInstance, public_url: string) {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Toibako",
        version: "1",
        description:
          "Writes carry the page's token as X-CSRF-Token; POSTs may carry an Idempotency-Key; X-Locale chooses the language of texts.",
      },
      servers: [{ url: public_url }],
    },
  });
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
}
