import { defineLazyModule } from "#ui/lazy-module.ts";

/** What is shown right after answering. Not beside the board, which the loader of a question's page doesn't need. */
export const justAnsweredPart = defineLazyModule(
  async () => (await import("./just-answered.tsx")).JustAnswered,
);

export const loadJustAnswered = () => void justAnsweredPart.load().catch(() => undefined);
