import { expect, test } from "vitest";
import { readProfileAddress, readTypedCode, readTypedHandle } from "./typed-keys.ts";

test.each([
  "123456",
  "123 456",
  " 123-456\n",
  "１２３４５６",
  "１２３　４５６",
  "๑๒๓๔๕๖",
  "١٢٣٤٥٦",
  "۱۲۳۴۵۶",
  "१२३४५६",
  "①②③④⑤⑥",
  "𝟏𝟐𝟑𝟒𝟓𝟔",
  "123–456",
  "123—456",
  "123−456",
  "123ー456",
  "１２３‐４５６",
  "\u200e123\u00a0456\u202c",
  "123\u200b456\ufeff",
  "12\u00ad3456",
])("AUTH-10 the code %j is read as 123456", (typed) => {
  expect(readTypedCode(typed)).toBe("123456");
});

test("AUTH-10 a recovery code is read without its case, spaces and dashes", () => {
  expect(readTypedCode("Ｋ７ＰＱ－０３ＸＭ―９Ｄ２Ｗ")).toBe("k7pq03xm9d2w");
  expect(readTypedCode("k7pq – 03xm — 9d2w")).toBe("k7pq03xm9d2w");
});

test.each([
  "yui_1",
  "@yui_1",
  "＠ｙｕｉ＿１",
  " yui_๑ ",
  "\u2066@yui_1\u2069",
  "yui\u200b_1",
  "https://box.example/ja/yui_1",
  "box.example/yui_1",
  "https://box.example/zh-TW/yui_1/?page=2#top",
  "http://localhost:3000/dt/yui_1",
  "ｈｔｔｐｓ：／／ｂｏｘ．ｅｘａｍｐｌｅ／ｊａ／ｙｕｉ＿１",
  "https://box.example/ja/yui_1/feed.atom",
])("AUTH-02 FRND-12 %j is read as the handle yui_1", (typed) => {
  expect(readTypedHandle(typed)).toBe("yui_1");
});

test.each([
  "yui",
  "@yui",
  "box.example",
  "https://box.example",
  "https://box.example/ja",
  "1/2",
  "yui/1",
])("FRND-12 %j is no address of a profile", (typed) => {
  expect(readProfileAddress(typed)).toBeUndefined();
});

test("AUTH-02 other texts stay as they are, except their spelling", () => {
  expect(readTypedHandle("ゆい")).toBe("ゆい");
  expect(readTypedHandle("Yui Mori")).toBe("Yui Mori");
  expect(readTypedHandle("ｙｕｉ＠ｂｏｘ．ｅｘａｍｐｌｅ")).toBe("yui@box.example");
});
