import { expect, test } from "vitest";
import { readServices } from "./topology.ts";

const site = {
  SITE_ADDRESS: "questions.example.com",
  SECRET_KEY: "the secret key",
  POSTGRES_PASSWORD: "the password",
};

test("OPS-01 the compose file has a proxy, two web processes, a worker, PostgreSQL and Redis", () => {
  const services = readServices(site);
  expect([...services.keys()]).toEqual(["proxy", "web-a", "web-b", "worker", "postgres", "redis"]);
  const roles = ["web-a", "web-b", "worker"].map((name) => services.get(name)?.ROLE);
  expect(roles).toEqual(["web", "web", "worker"]);
  expect(services.get("web-b")).toMatchObject({
    PUBLIC_URL: "https://questions.example.com",
    SECRET_KEY: "the secret key",
    DATABASE_URL: "postgres://toibako:the password@postgres:5432/toibako",
  });
});

test.each(Object.keys(site))("OPS-01 without %s, the compose file names it", (name) => {
  expect(() => readServices({ ...site, [name]: "" })).toThrow(`${name} is missing in site.env`);
});
