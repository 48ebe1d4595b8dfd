import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "./config.ts";
import { ConfigError } from "./environment.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-config-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test("an empty environment is a valid configuration", () => {
  const config = loadConfig({ DATA_DIR });
  expect(config).toMatchObject({
    port: 3000,
    public_url: "http://localhost:3000",
    database_url: undefined,
    redis_url: undefined,
    role: "all",
    limit_factor: 1,
    is_production: false,
    log_level: "info",
  });
});

test("AUTH-08 OWN_ID can be off only if a provider to sign in with is configured", () => {
  const instagram = { OAUTH_INSTAGRAM_CLIENT_ID: "id", OAUTH_INSTAGRAM_CLIENT_SECRET: "secret" };
  const google = { OAUTH_GOOGLE_CLIENT_ID: "id", OAUTH_GOOGLE_CLIENT_SECRET: "secret" };
  expect(loadConfig({ DATA_DIR }).has_own_id).toBe(true);
  expect(loadConfig({ DATA_DIR, OWN_ID: "off", ...google }).has_own_id).toBe(false);
  for (const keys of [{}, instagram]) {
    expect(() => loadConfig({ DATA_DIR, OWN_ID: "off", ...keys })).toThrow(ConfigError);
  }
});

const gmo = {
  PAYMENT_PROVIDER: "gmo",
  GMO_SHOP_ID: "shop",
  GMO_SHOP_PASS: "pass",
  GMO_SITE_ID: "site",
  GMO_SITE_PASS: "pass",
  GMO_API_KEY: "key",
};
const stripe = {
  PAYMENT_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk",
  STRIPE_PUBLIC_KEY: "pk",
  STRIPE_WEBHOOK_SECRET: "whsec",
};
const seller = {
  SELLER_NAME: "Toibako Inc.",
  SELLER_REPRESENTATIVE: "Hako Toi",
  SELLER_ADDRESS: "1-1 Chiyoda, Tokyo",
  SELLER_PHONE: "03-0000-0000",
  SELLER_EMAIL: "seller@toibako.example",
};

test("PAY-23 nothing is sold without a payment provider; with one, its keys and the seller are needed", () => {
  expect(loadConfig({ DATA_DIR })).toMatchObject({ payment: undefined, has_payment: false });
  const { payment, has_payment } = loadConfig({ DATA_DIR, ...gmo, ...seller });
  expect(has_payment).toBe(true);
  expect(payment).toMatchObject({
    price: 500,
    first_price: undefined,
    seller: { phone: "03-0000-0000" },
    provider: {
      provider: "gmo",
      api_url: "https://p01.mul-pay.jp/payment",
      script_url: "https://static.mul-pay.jp/ext/js/token.js",
      carriers: [],
    },
  });
  for (const keys of [gmo, stripe]) {
    for (const name of Object.keys({ ...keys, ...seller }).slice(1)) {
      const load = () => loadConfig({ DATA_DIR, ...keys, ...seller, [name]: "" });
      expect(load).toThrow(ConfigError);
      expect(load).toThrow(new RegExp(`^${name} is needed with PAYMENT_PROVIDER=`));
    }
  }
});

const s3 = {
  S3_URL: "https://s3.example.net/site/files/?region=eu-1",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "a-secret",
};

test("S3_URL has the endpoint, the bucket, a prefix and the region", () => {
  expect(loadConfig({ DATA_DIR }).s3).toBeUndefined();
  expect(loadConfig({ DATA_DIR, ...s3 }).s3).toEqual({
    endpoint: "https://s3.example.net",
    region: "eu-1",
    bucket: "site",
    prefix: "files/",
    access_key_id: "id",
    secret_access_key: "a-secret",
  });
  const local = { ...s3, S3_URL: "http://store:9000/site" };
  expect(loadConfig({ DATA_DIR, ...local }).s3).toMatchObject({
    endpoint: "http://store:9000",
    region: "us-east-1",
    prefix: "",
  });
});

test.each([
  [{ S3_URL: "s3://site" }, "S3_URL must be an address"],
  [{ S3_URL: "https://s3.example.net" }, "S3_URL must have the form"],
  [{ S3_URL: "https://s3.example.net/site/a b" }, "S3_URL must have the form"],
  [{ S3_URL: "https://s3.example.net/site?zone=1" }, "S3_URL must have the form"],
  [{ S3_URL: "https://id:a-secret@s3.example.net/site" }, "S3_URL must not contain the keys"],
  [{ S3_ACCESS_KEY_ID: "" }, "S3_ACCESS_KEY_ID is needed with S3_URL"],
  [{ S3_SECRET_ACCESS_KEY: " " }, "S3_SECRET_ACCESS_KEY is needed with S3_URL"],
])("%j is refused by a message that names no secret", (change, message) => {
  const load = () => loadConfig({ DATA_DIR, ...s3, ...change });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(message);
  expect(load).not.toThrow("a-secret");
});

const key = "n8Kq2vXw7TzR4mB9sYc1LfHd6JgP3aUe";
const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://questions.example.com",
  DATABASE_URL: "postgres://toibako:5f2c9a7e@postgres:5432/toibako",
  SECRET_KEY: key,
};

test.each([
  [{ SECRET_KEY: "" }, "SECRET_KEY is needed with DATABASE_URL"],
  [{ SECRET_KEY: key.slice(1) }, "SECRET_KEY must have at least 32 characters."],
  [{ SECRET_KEY: "secret".repeat(6) }, "SECRET_KEY must be random"],
  [
    { DATABASE_URL: `postgres://toibako:${key}@postgres:5432/toibako` },
    "SECRET_KEY and the password in DATABASE_URL (POSTGRES_PASSWORD) must differ.",
  ],
  [
    { DATABASE_URL: "postgres://toibako:toibako@postgres:5432/toibako" },
    "The password in DATABASE_URL (POSTGRES_PASSWORD) must have at least 8 characters.",
  ],
  [{ PUBLIC_URL: `https://${readExample("SITE_ADDRESS")}` }, "set SITE_ADDRESS or PUBLIC_URL"],
])("OPS-01 in production, %j is refused", (change, message) => {
  expect(loadConfig({ DATA_DIR, ...production }).is_production).toBe(true);
  const load = () => loadConfig({ DATA_DIR, ...production, ...change });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(message);
});

/** Reads a variable of the example of the compose file. */
function readExample(name: string): string | undefined {
  const file = new URL("../../../../ops/site.env.example", import.meta.url);
  return parseEnv(readFileSync(file, "utf8"))[name];
}

test("PAY-18 only the carriers of the contract are offered, in a fixed order", () => {
  const env = { DATA_DIR, ...gmo, ...seller, GMO_CARRIERS: "softbank, au" };
  expect(loadConfig(env).payment?.provider).toMatchObject({ carriers: ["au", "softbank"] });
});

test("the README's table lists the variables that are read, and no others", () => {
  const names = new Set<string>();
  const keys = { OAUTH_GOOGLE_CLIENT_ID: "id", OAUTH_GOOGLE_CLIENT_SECRET: "secret", ...s3 };
  const env: NodeJS.ProcessEnv = { DATA_DIR, ...keys };
  const observed = new Proxy(env, {
    get: (variables, name) => {
      names.add(String(name));
      return variables[String(name)];
    },
  });
  loadConfig(observed);
  for (const payment of [gmo, stripe]) {
    Object.assign(env, payment, seller);
    loadConfig(observed);
  }
  expect(names.size).toBeGreaterThan(20);
  const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
  const described = [...names]
    .filter((name) => name !== "NODE_ENV")
    .map((name) => name.replace(/^OAUTH_[A-Z]+_CLIENT_ID$/, "OAUTH_<PROVIDER>_CLIENT_ID"))
    .map((name) => name.replace(/^OAUTH_[A-Z]+_CLIENT_SECRET$/, "…_CLIENT_SECRET"))
    .map((name) => name.replace(/^OAUTH_[A-Z]+_ISSUER$/, "OAUTH_<PROVIDER>_ISSUER"));
  const table = [...readme.matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, cell = ""]) => cell);
  const listed = table.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]).map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(described));
});

test("the key in the data folder is created once and readable by its owner only", () => {
  const { secret_key } = loadConfig({ DATA_DIR });
  expect(secret_key.length).toBeGreaterThanOrEqual(32);
  expect(loadConfig({ DATA_DIR }).secret_key).toEqual(secret_key);
  expect(statSync(join(DATA_DIR, "secret.key")).mode & 0o777).toBe(0o600);
});

test.each(["", "abc", "x".repeat(31)])(
  "SAFE-01 a key file with the content %j is refused",
  (content) => {
    const folder = mkdtempSync(join(DATA_DIR, "damaged-"));
    writeFileSync(join(folder, "secret.key"), content);
    expect(() => loadConfig({ DATA_DIR: folder })).toThrow(/secret\.key is empty or damaged/);
    expect(readFileSync(join(folder, "secret.key"), "utf8")).toBe(content);
  },
);

test("SAFE-01 no new key is made beside a database", () => {
  const folder = mkdtempSync(join(DATA_DIR, "lost-"));
  mkdirSync(join(folder, "database"));
  expect(() => loadConfig({ DATA_DIR: folder })).toThrow(/secret\.key is missing/);
});

test("SAFE-01 a key that can't be written leaves no file", () => {
  const folder = mkdtempSync(join(DATA_DIR, "full-"));
  // A folder with the name of the temporary file makes writing fail.
  mkdirSync(join(folder, `secret.key.${process.pid}`));
  expect(() => loadConfig({ DATA_DIR: folder })).toThrow();
  expect(existsSync(join(folder, "secret.key"))).toBe(false);
});

test("variables with an empty value count as unset", () => {
  const config = loadConfig({ DATA_DIR, PORT: "", DATABASE_URL: "", SECRET_KEY: "", ROLE: "" });
  expect(config).toMatchObject({ port: 3000, database_url: undefined, role: "all" });
});

test("the public address is kept without its last slash", () => {
  expect(loadConfig({ DATA_DIR, PUBLIC_URL: "https://box.example/" }).public_url).toBe(
    "https://box.example",
  );
});

test.each([
  ["https://games.example", "https://games.example"],
  ["https://games.example/", "https://games.example"],
  ["https://example.com/play//", "https://example.com/play"],
  ["http://127.0.0.1:4000/", "http://127.0.0.1:4000"],
])("ADS-13 the games site may be at a path, or on this machine: %s", (GAMES_URL, games_url) => {
  expect(loadConfig({ DATA_DIR, GAMES_URL })).toMatchObject({ games_url });
});

test("metrics are served only if a port is set, and on loopback by default", () => {
  expect(loadConfig({ DATA_DIR })).toMatchObject({ metrics_port: undefined });
  expect(loadConfig({ DATA_DIR, METRICS_PORT: "9100" })).toMatchObject({
    metrics_port: 9100,
    metrics_host: "127.0.0.1",
  });
  expect(loadConfig({ DATA_DIR, METRICS_PORT: "9100", METRICS_HOST: "10.0.0.5" })).toMatchObject({
    metrics_host: "10.0.0.5",
  });
});

test.each([
  [{ METRICS_PORT: "0" }, /METRICS_PORT/],
  [{ PORT: "abc" }, /PORT/],
  [{ PORT: "65536" }, /PORT/],
  [{ PORT: "-1" }, /PORT/],
  [{ LIMIT_FACTOR: "1.5" }, /LIMIT_FACTOR/],
  [{ PUBLIC_URL: "box.example" }, /^PUBLIC_URL must .* starts with http:\/\/ or https:\/\/\.$/],
  [{ PUBLIC_URL: "javascript:alert(1)" }, /PUBLIC_URL/],
  [{ DATABASE_URL: "mysql://localhost/x" }, /DATABASE_URL/],
  [{ REDIS_URL: "localhost:6379" }, /REDIS_URL/],
  [{ NG_WORDS_DIR: "/nowhere/at/all" }, /NG_WORDS_DIR/],
  [{ MODERATION_URL: "moderation.example" }, /MODERATION_URL/],
  [{ TRUST_PROXY: "10.0.0.1, proxy.example" }, /TRUST_PROXY .* not "proxy.example"/],
  [{ TRUST_PROXY: "10.0.0.1/33" }, /TRUST_PROXY/],
  [{ ROLE: "boss" }, /ROLE/],
  [{ LOG_LEVEL: "loud" }, /LOG_LEVEL/],
  [{ OAUTH_GOOGLE_CLIENT_ID: "id" }, /OAUTH_GOOGLE_CLIENT_SECRET/],
  [{ OAUTH_KAKAO_CLIENT_SECRET: "canary" }, /OAUTH_KAKAO_CLIENT_ID/],
  [
    {
      OAUTH_TWITTER_CLIENT_ID: "id",
      OAUTH_TWITTER_CLIENT_SECRET: "secret",
      OAUTH_TWITTER_ISSUER: "http://provider.example",
    },
    /OAUTH_TWITTER_ISSUER/,
  ],
  [{ APP_LINK_URL: "javascript:alert(1)" }, /APP_LINK_URL/],
  [{ GAMES_URL: "http://games.example" }, /GAMES_URL .* https:/],
  [{ GAMES_URL: "javascript:alert(1)" }, /GAMES_URL/],
  [{ GAMES_URL: "https://games.example/?from=box" }, /GAMES_URL/],
  [{ GAMES_URL: "https://games.example/?" }, /GAMES_URL/],
  [{ GAMES_URL: "https://games.example/#top" }, /GAMES_URL/],
  [{ GAMES_URL: "https://box@games.example" }, /GAMES_URL/],
  [{ PAYMENT_PROVIDER: "cash" }, /PAYMENT_PROVIDER/],
  [{ ...gmo, ...seller, GMO_CARRIERS: "au,ntt" }, /GMO_CARRIERS .* not "ntt"/],
  [{ ...gmo, ...seller, GMO_API_URL: "http://pay.example" }, /GMO_API_URL .* https:/],
  [{ ...gmo, ...seller, GMO_SCRIPT_URL: "http://pay.example/token.js" }, /GMO_SCRIPT_URL/],
  [{ ...gmo, ...seller, GMO_SHOP_PASS: "longer than ten" }, /GMO_SHOP_PASS/],
  [{ ...stripe, ...seller, STRIPE_API_URL: "http://pay.example" }, /STRIPE_API_URL/],
  [{ ...stripe, ...seller, PREMIUM_PRICE: "0" }, /PREMIUM_PRICE/],
  [{ ...stripe, ...seller, PREMIUM_FIRST_PRICE: "501" }, /PREMIUM_FIRST_PRICE/],
  [{ SECRET_KEY: "too short" }, /SECRET_KEY/],
  [{ NODE_ENV: "production", DATABASE_URL: "postgres://localhost/x" }, /SECRET_KEY/],
])("the message names the invalid variable: %o", (env, name) => {
  const load = () => loadConfig({ DATA_DIR, ...env });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(name);
});

test("AUTH-08 a provider is enabled if both keys are set; its issuer may be on this machine", () => {
  const keys = { OAUTH_GOOGLE_CLIENT_ID: "id", OAUTH_GOOGLE_CLIENT_SECRET: "secret" };
  const issuer = { OAUTH_GOOGLE_ISSUER: "http://127.0.0.1:4611/google/" };
  expect(loadConfig({ DATA_DIR }).provider_keys).toEqual({});
  expect(loadConfig({ DATA_DIR, ...keys }).provider_keys).toEqual({
    google: { client_id: "id", client_secret: "secret", issuer: undefined },
  });
  expect(loadConfig({ DATA_DIR, ...keys, ...issuer }).provider_keys.google?.issuer).toBe(
    "http://127.0.0.1:4611/google",
  );
});

test("addresses of trusted proxies may be surrounded by spaces", () => {
  const { trust_proxy } = loadConfig({ DATA_DIR, TRUST_PROXY: "10.0.0.1, fd00::/8 ," });
  expect(trust_proxy).toEqual(["10.0.0.1", "fd00::/8"]);
});

test("the message does not contain the value of a secret that is too short", () => {
  expect(() => loadConfig({ DATA_DIR, SECRET_KEY: "canary" })).not.toThrow(/canary/);
});
