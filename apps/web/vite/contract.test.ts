import { expect, test } from "vitest";
import { formatModule } from "./contract.ts";

const endpoint = {
  name: "letters.send",
  summary: "Sends",
  method: "POST",
  path: "/api/v2/letters",
  caller: "anyone",
  body: { type: "object", properties: { text: { type: "string", maxLength: 5 } } },
  response: { 201: { type: "object", properties: { secret: { type: "string" } } } },
  errors: ["forbidden"],
};

test("a compiled endpoint keeps only the fields that a caller needs", () => {
  const code = formatModule({ sendLetter: endpoint }, "letters.ts");
  expect(code).toContain('export const sendLetter = {"name":"letters.send"');
  expect(code).toContain('"maxLength":5');
  expect(code).not.toMatch(/secret|forbidden|Sends|anyone/);
});

test("constants are copied unchanged, and functions and sets are refused", () => {
  expect(formatModule({ limit: 5 }, "letters.ts")).toBe("export const limit = 5;\n");
  expect(() => formatModule({ check: () => true }, "letters.ts")).toThrow('"check" is not plain');
  expect(() => formatModule({ names: new Set(["a"]) }, "letters.ts")).toThrow(
    '"names" is not plain',
  );
});
