import { createHash } from "node:crypto";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionCookie, visitorCookie } from "#platform/identity/session.ts";
import {
  chooseCachedEncoding,
  type EncodedPage,
  encodePage,
} from "#platform/pages/pages-encoding.ts";

const documentationPath = "/api/docs";

const documentationPolicy =
  "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/** How callers prove who they are, and that a write comes from a page of this site. */
const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description: "The session of a signed-in account.",
  },
  visitor: {
    type: "apiKey",
    in: "cookie",
    name: visitorCookie,
    description: "A visitor without an account; the first question or like sets it.",
  },
  csrf_token: {
    type: "apiKey",
    in: "header",
    name: "X-CSRF-Token",
    description: "The token in a page's meta element `csrf-token`; it belongs to the session.",
  },
} as const;

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** The combinations of schemes with which an endpoint may be called. */
export function listSecurity(endpoint: Endpoint): Requirement[] {
  const { caller, method, form, is_one_click, signed_body } = endpoint;
  if (signed_body) return [];
  // A form carries its token as a field.
  const token: Requirement = method === "GET" || form || is_one_click ? {} : { csrf_token: [] };
  const session: Requirement = { session: [], ...token };
  return caller !== "anyone" && caller !== "visitor"
    ? [session]
    : [token, session, { visitor: [], ...token }];
}

/** Serves the OpenAPI document of all routes mounted after this call, and a page to browse it. */
export async function registerDocumentation(app: FastifyInstance, public_url: string) {
  const sendDocument = createDocumentHandler(app);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Toibako",
        version: "1",
        description:
          "Writes need the CSRF token of the page as X-CSRF-Token; POSTs may carry an Idempotency-Key; X-Locale selects the language of texts.",
      },
      servers: [{ url: public_url }],
      components: { securitySchemes },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: documentationPath,
    // The library's own policy allows other sites, and not the style attributes of its drawings.
    staticCSP: documentationPolicy,
    uiConfig: { validatorUrl: null },
    uiHooks: {
      // The library's own handler would serialize the document for each request.
      preHandler: (request, reply, done) => {
        if (request.routeOptions.url === `${documentationPath}/json`)
          void sendDocument(request, reply);
        else done();
      },
    },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, sendDocument);
}

/**
 * Serializes and compresses the document once, because that takes several milliseconds. This happens
 * at its first request, when all routes are mounted.
 */
function createDocumentHandler(app: FastifyInstance) {
  let document: { json: string; hash: string } | undefined;
  const encoded = new Map<string, Promise<EncodedPage>>();

  return async (request: FastifyRequest, reply: FastifyReply) => {
    document ??= serializeDocument(app);
    const { json, hash } = document;
    const encoding = chooseCachedEncoding(request.headers["accept-encoding"]);
    const etag = `"${hash}-${encoding}"`;
    reply.headers({ ETag: etag, Vary: "Accept-Encoding", "Cache-Control": "public, no-cache" });
    if (request.headers["if-none-match"] === etag) return reply.status(304).send();
    const page =
      encoded.get(encoding) ?? encodePage({ status: 200, headers: {}, html: json }, encoding);
    encoded.set(encoding, page);
    const { headers, body } = await page;
    return reply.headers(headers).type("application/json; charset=utf-8").send(body);
  };
}

function serializeDocument(app: FastifyInstance): { json: string; hash: string } {
  const json = JSON.stringify(app.swagger());
  return { json, hash: createHash("sha256").update(json).digest("base64url") };
}
