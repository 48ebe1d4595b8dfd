import { locales } from "@toibako/contract/locales.ts";
import { diagnosisGameLimits } from "@toibako/contract/staff/contents/diagnosis.ts";
import { expect, test } from "vitest";
import { firstGames } from "./first-games.ts";
import { chooseText, type Player } from "./policy/conditions.ts";
import { requireRules } from "./policy/typed-conditions.ts";

test.each(firstGames)(
  "GAME-01 the first game $uuid is valid and short in every language",
  (game) => {
    expect(game.uuid).toMatch(/^[\w-]{22}$/);
    expect(requireRules(game)).toEqual({ conditions: game.conditions, outcomes: game.outcomes });
    for (const texts of [game.titles, game.descriptions, ...game.outcomes.map((o) => o.share_body)])
      expect(Object.keys(texts).sort()).toEqual([...locales].sort());
    for (const locale of locales) {
      expect(game.titles[locale].length).toBeLessThanOrEqual(diagnosisGameLimits.titles);
      expect(game.descriptions[locale].length).toBeLessThanOrEqual(
        diagnosisGameLimits.descriptions,
      );
      const bodies = game.outcomes.map(({ share_body }) => share_body[locale]);
      expect(new Set(bodies).size).toBe(bodies.length);
      expect(bodies.filter((body) => body.length > 120)).toEqual([]);
    }
  },
);

test.each(firstGames)("GAME-01 every outcome of the first game $uuid is somebody's", (game) => {
  const seen = new Set<string>();
  for (let n = 0; n < 400; n++) {
    const names = game.titles;
    const player: Player = {
      id: `player ${n}`,
      displaying_name: "",
      locale: "ja",
      gender_type: "unknown",
      age: null,
      answers_count: n % 7,
      likes_count: n % 5,
      communities: n % 4 === 0 ? [{ id: "books", category_id: "culture", names }] : [],
    };
    seen.add((chooseText(game, player, "en") ?? "").replaceAll(names.en, "{community}"));
  }
  expect(seen.size).toBe(game.outcomes.length);
});
