// npm run topology: starts the processes of ops/compose.yml on this machine without containers, with temporary data, and
// prints the address of the site. Ctrl+C stops them all.
//   --port 8443   the port of the proxy
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { startS3 } from "@toibako/sandbox/s3.ts";
import { Client } from "pg";
import { parse } from "yaml";
import { buildAndReport } from "./build.ts";
import { createStopper, waitUntilReady } from "./child.ts";
import { Mistake } from "./command.ts";
import { canInstall, installPackages } from "./install.ts";
import { findFreePort, isPortOpen } from "./ports.ts";
import { startServer } from "./server.ts";
import { startPostgres, startRedis } from "./services.ts";

const ops = join(import.meta.dirname, "../ops");

/** Environment variables by their names. */
type Variables = Record<string, string>;

interface ComposeFile {
  services: Record<string, { environment?: Variables }>;
}

/** Reads the environment of each service, with the values of site.env; throws for one that is needed and missing. */
export function readServices(site: Variables): Map<string, Variables> {
  const { services } = parse(readFileSync(join(ops, "compose.yml"), "utf8"), {
    merge: true,
  }) as ComposeFile;
  const fillIn = (text: string) =>
    text.replace(/\$\{(\w+):\?([^}]+)\}/g, (_, name: string, message: string) => {
      if (!site[name]) throw new Mistake(message);
      return site[name];
    });
  return new Map(
    Object.entries(services).map(([name, { environment = {} }]) => [
      name,
      Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [variable, fillIn(value)]),
      ),
    ]),
  );
}

/** A process that can be ended and started again. */
export interface Restartable {
  port: number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface Topology {
  /** The address of the site at the proxy. */
  url: string;
  /** The file with the certificate of the proxy's own authority. */
  certificate: string;
  webs: Restartable[];
  store: Awaited<ReturnType<typeof startS3>>;
  stop(): Promise<void>;
}

interface Options {
  /** The port of the proxy; by default a free one. */
  port?: number;
  /** The signal that stops a process of the site. */
  signal?: NodeJS.Signals;
  /** Further variables of site.env. */
  site?: Variables;
}

/** Starts all processes, and stops those that run if one of them doesn't start. */
export async function startTopology({
  port: chosenPort,
  signal = "SIGTERM",
  site: changes = {},
}: Options = {}): Promise<Topology> {
  const stops: (() => Promise<void>)[] = [];
  const keep = <S extends { stop(): Promise<void> }>(started: S): S => {
    stops.unshift(() => started.stop());
    return started;
  };
  // The processes of the site first, those that they need last.
  const stop = async () => {
    while (stops.length > 0) await stops.shift()?.();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), "toibako-topology-"));
    stops.unshift(async () => rmSync(folder, { recursive: true }));
    const port = chosenPort ?? (await findFreePort());
    const store = await startS3();
    stops.unshift(store.close);
    const site: Variables = {
      ...readExample(),
      SITE_ADDRESS: `localhost:${port}`,
      SECRET_KEY: createSecret(),
      POSTGRES_PASSWORD: createSecret(),
      ...store.environment,
      ...changes,
    };
    const services = readServices(site);
    const postgres = keep(await startPostgres());
    const redis = keep(await startRedis());
    const createProcess = async (name: string): Promise<Restartable> => {
      const port = await findFreePort();
      const { DATABASE_URL = "", ...environment } = services.get(name) ?? {};
      const env = {
        ...site,
        ...environment,
        DATABASE_URL: replaceHost(DATABASE_URL, postgres.url),
        REDIS_URL: redis.url,
        TRUST_PROXY: "127.0.0.1",
        METRICS_HOST: "127.0.0.1",
        METRICS_PORT: String(await findFreePort()),
        DATA_DIR: folder,
      };
      let stopProcess: (() => Promise<void>) | undefined;
      return keep({
        port,
        stop: async () => stopProcess?.(),
        start: async () => {
          ({ stop: stopProcess } = await startServer(port, env, { signal }));
        },
      });
    };
    await createDatabase(postgres.url, services.get("postgres") ?? {});
    const names = [...services.keys()].filter((name) => name.startsWith("web"));
    const webs = await Promise.all(names.map(createProcess));
    const worker = await createProcess("worker");
    await Promise.all([...webs, worker].map((process) => process.start()));
    const certificate = join(folder, "caddy/pki/authorities/local/root.crt");
    keep(await startProxy(folder, port, webs));
    return { url: `https://localhost:${port}`, certificate, webs, store, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The variables of the example, without those that are empty. */
function readExample(): Variables {
  const variables = parseEnv(readFileSync(join(ops, "site.env.example"), "utf8"));
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => !!entry[1]),
  );
}

const createSecret = () => randomBytes(24).toString("hex");

/** Leads an address to another server, with the same user and path. */
function replaceHost(address: string, server: string): string {
  const url = new URL(address);
  url.host = new URL(server).host;
  return url.href;
}

/** Creates the user and the database that the container of PostgreSQL creates. */
async function createDatabase(url: string, { POSTGRES_USER, POSTGRES_DB }: Variables) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create role ${POSTGRES_USER} superuser login`);
  await client.query(`create database ${POSTGRES_DB} owner ${POSTGRES_USER}`);
  await client.end();
}

/** Whether there is Caddy, which is installed if possible. */
export async function ensureCaddy(): Promise<boolean> {
  const hasCaddy = () => spawnSync("caddy", ["version"]).status === 0;
  if (!hasCaddy() && canInstall()) await installPackages("caddy");
  return hasCaddy();
}

/** Starts Caddy with the Caddyfile and certificates of its own authority. */
async function startProxy(folder: string, port: number, webs: readonly Restartable[]) {
  if (!(await ensureCaddy())) throw new Mistake("The program caddy is missing.");
  const arguments_ = ["run", "--config", join(ops, "Caddyfile"), "--adapter", "caddyfile"];
  const child = spawn("caddy", arguments_, {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: `localhost:${port}`,
      UPSTREAMS: webs.map((web) => `127.0.0.1:${web.port}`).join(" "),
      TLS: "tls internal",
      GLOBAL: `skip_install_trust\nauto_https disable_redirects\nhttp_port ${await findFreePort()}`,
    },
    stdio: "ignore",
  });
  const stop = createStopper(child, "SIGTERM");
  await waitUntilReady("caddy", child, () => isPortOpen(port));
  return { stop };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: "string", default: "8443" } } });
  if ((await buildAndReport()) !== 0) process.exit(1);
  const started = performance.now();
  const { url, certificate, stop } = await startTopology({ port: Number(values.port) });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Toibako is at ${url} after ${seconds} s; curl --cacert ${certificate} ${url}/ja`);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)));
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Mistake ? error.message : error);
    process.exit(1);
  });
}
