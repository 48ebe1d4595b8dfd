import type { Caller } from "./callers.ts";
import type { Random } from "./random.ts";
import {
  createGarbageText,
  createGarbageValue,
  createValidValue,
  damageValue,
  type JsonSchema,
  type KnownValues,
} from "./values.ts";

export interface Operation {
  operationId: string;
  parameters?: { name: string; in: "path" | "query"; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** One operation of the OpenAPI document, with its method and path. */
export interface Target {
  method: string;
  path: string;
  operation: Operation;
}

/** A request as it is sent. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

/** Builds a request to the operation: valid, or malformed in one or several parts. */
export function buildRequest(
  { method, path, operation }: Target,
  caller: Caller,
  known: KnownValues,
  random: Random,
): FuzzRequest {
  const parameters = operation.parameters ?? [];
  const createValue = (schema: JsonSchema, name: string) =>
    random.chance(0.8)
      ? String(createValidValue(schema, name, known, random))
      : createGarbageText(random);
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema =
      parameters.find((parameter) => parameter.in === "path" && parameter.name === name)?.schema ??
      {};
    return encode(createValue(schema, name), random);
  });
  const pairs = parameters
    .filter(({ in: place, required }) => place === "query" && (required || random.chance(0.6)))
    .map(({ name, schema }) => `${name}=${encode(createValue(schema, name), random)}`);
  if (random.chance(0.1)) pairs.push(createStrangePair(pairs, random));
  const query = pairs.length > 0 ? `?${pairs.join("&")}` : "";
  const content = random.chance(0.95)
    ? Object.entries(operation.requestBody?.content ?? {})[0]
    : (["application/json", { schema: { type: "object" } }] as const);
  const body = content && buildBody(content[0], content[1].schema, known, random);
  return {
    method: random.chance(0.97) ? method.toUpperCase() : random.pick(methods),
    path: random.chance(0.98) ? filledPath + query : damagePath(filledPath + query, random),
    headers: buildHeaders(caller, content?.[0], body, random),
    body,
  };
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

/**
 * Encodes a text as browsers do, or rarely replaces it by a piece that is wrong or unusual in an
 * address.
 */
function encode(text: string, random: Random): string {
  if (random.chance(0.97)) return encodeURIComponent(text.toWellFormed());
  return random.pick([
    "%",
    "%zz",
    "%ff",
    "%c0%af",
    "%00",
    "%ed%a0%80",
    "\u00ff\u00e3",
    "a/b",
    "%2f",
  ]);
}

function createStrangePair(pairs: readonly string[], random: Random): string {
  return random.pick([
    ...pairs,
    "page=1&page=2",
    "page[]=1",
    "page[a]=1",
    "page=%00",
    "page=%ff",
    "page=99999999999999999999",
    "page=-1",
    "__proto__=1",
    "__proto__[a]=1",
    "constructor=1",
    "=",
    "&&&",
    "%=1",
    `q=${"x".repeat(5_000)}`,
    "a=1&".repeat(600),
  ]);
}

function damagePath(path: string, random: Random): string {
  return random.pick([
    `/${path}`,
    `${path}/`,
    path.replace("/api", "/API"),
    path.replace("/v", "//v"),
    `http://other.example${path}`,
    `${path}/../..`,
    `${path};a=b`,
    `${path}?`,
    `${path}%00`,
    `/${"x".repeat(9_000)}`,
    "*",
  ]);
}

const strangeBodies: readonly (string | Buffer)[] = [
  "",
  " ",
  "null",
  "true",
  "1",
  '"text"',
  "[]",
  "{",
  '{"a":',
  "{}{}",
  "{'a':1}",
  '{"a":1,"a":2}',
  '{"account":"a","account":"b","body":"c","body":{}}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"account":1e400,"body":-1e400}',
  `{"body":${"9".repeat(5_000)}}`,
  `{"body":"${"x".repeat(250_000)}"}`,
  `{"body":"${"x".repeat(300_000)}"}`,
  "[".repeat(50_000),
  '{"a":'.repeat(20_000),
  `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
  `{${Array.from({ length: 700 }, (_, n) => `"k${n}":1`).join(",")}}`,
  "\ufeff{}",
  "NaN",
  '{"body":"\\ud800"}',
  '{"body":"\\u0000"}',
  "a=1&a=2&authenticity_token=x",
  "--x\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--x--",
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.alloc(100),
];

function buildBody(
  mediaType: string,
  schema: JsonSchema,
  known: KnownValues,
  random: Random,
): Buffer {
  if (random.chance(0.12)) return Buffer.from(random.pick(strangeBodies));
  let value = createValidValue(schema, "", known, random);
  while (random.chance(0.45)) value = damageValue(value, random);
  if (mediaType === "application/json") return Buffer.from(JSON.stringify(value) ?? "");
  const fields = Object.entries(typeof value === "object" && value !== null ? value : {});
  const pairs = fields.map(([name, field]) => [
    name,
    typeof field === "string" ? field : (JSON.stringify(field) ?? ""),
  ]);
  return Buffer.from(new URLSearchParams(pairs).toString());
}

const mediaTypes = [
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/json; charset=\u00ff",
  "APPLICATION/JSON",
  "application/json,text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "application/octet-stream",
  "application/jsonx",
  "json",
  "",
  "/",
  "x".repeat(3_000),
];

/** Headers by name with values that are wrong, unusual, or right. */
const strangeHeaders: Record<string, readonly (string | string[])[]> = {
  "x-csrf-token": ["", "wrong", ["a", "b"], "\u00ff"],
  "idempotency-key": ["fuzz-key-1", "fuzz-key-2", "short", "\u00ff".repeat(10), "x".repeat(129)],
  "x-locale": ["en", "dt", "xx", "__proto__", "\u00e3", ["ja", "en"]],
  "accept-language": ["en;q=9,*;q=x", "x".repeat(4_000), "\u00ff", ",,,"],
  accept: ["text/html", "*/*;q=0", "\u00ff", ""],
  "accept-encoding": ["br;q=0", "gzip, *;q=0", "x"],
  cookie: ["__Host-session=a", "__Host-visitor=%ff", "=;;==", "a=".repeat(2_000), "\u00ff=\u00ff"],
  origin: ["null", "https://other.example", "x", "http://localhost:3000"],
  "sec-fetch-site": ["cross-site", "same-origin", "none", "x"],
  "x-forwarded-for": ["1.2.3.4", "::1", "x", "1.2.3.4,".repeat(300)],
  "x-http-method-override": ["DELETE"],
  "content-encoding": ["gzip", "br", "x"],
  "if-none-match": ["*", '"x"'],
  range: ["bytes=0-1", "x"],
  expect: ["100-continue"],
  "x-request-id": ["x".repeat(1_000)],
  upgrade: ["websocket", "h2c"],
};

function buildHeaders(
  caller: Caller,
  mediaType: string | undefined,
  body: Buffer | undefined,
  random: Random,
): FuzzRequest["headers"] {
  const headers: FuzzRequest["headers"] = { ...caller.headers };
  if (body !== undefined) {
    headers["content-type"] =
      random.chance(0.93) && mediaType ? mediaType : random.pick(mediaTypes);
  }
  while (random.chance(0.15)) {
    const name = random.pick(Object.keys(strangeHeaders));
    headers[name] = random.pick(strangeHeaders[name] ?? []);
  }
  if (random.chance(0.05)) delete headers["x-csrf-token"];
  if (random.chance(0.02))
    headers[`x-${random.drawBelow(1e6)}`] = toHeaderText(createGarbageValue(random));
  return headers;
}

/** Converts a value to a text that Node's client accepts in a header. */
function toHeaderText(value: unknown): string {
  return String(JSON.stringify(value))
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "?")
    .slice(0, 8_000);
}

/** Returns the bytes of a request with some of them changed or removed, or with others inserted. */
export function buildDamagedBytes(request: FuzzRequest, random: Random): Buffer {
  const lines = Object.entries(request.headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  if (request.body) lines.push(`content-length: ${request.body.length}\r\n`);
  const head = `${request.method} ${request.path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`;
  let bytes = Buffer.concat([
    Buffer.from(`${head}${lines.join("")}\r\n`, "latin1"),
    request.body ?? Buffer.alloc(0),
  ]);
  for (let changes = 1 + random.drawBelow(3); changes > 0; changes--) {
    const position = random.drawBelow(Math.min(bytes.length, 600));
    const [before, after] = [bytes.subarray(0, position), bytes.subarray(position)];
    bytes = random.pick([
      Buffer.concat([before, Buffer.from([random.drawBelow(256)]), after.subarray(1)]),
      Buffer.concat([before, after.subarray(1 + random.drawBelow(20))]),
      Buffer.concat([before, Buffer.from(random.pick(rawPieces), "latin1"), after]),
      before,
    ]);
  }
  return bytes;
}

// A wrong length affects all later requests of a connection. So it is sent only as part of damaged
// bytes, which have a connection of their own.
const rawPieces = [
  "\r\n",
  "\n",
  "\0",
  "\r\ntransfer-encoding: chunked\r\n",
  "\r\ncontent-length: 5\r\n",
  "\r\ncontent-length: -1\r\n",
  "\r\nexpect: something\r\n",
  "\r\nhost: a\r\nhost: b\r\n",
  "\r\n folded: header\r\n",
  " HTTP/9.9\r\n",
  "\u00ff".repeat(50),
  "x".repeat(20_000),
];
