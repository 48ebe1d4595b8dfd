import { defineLazyModule } from "#ui/lazy-module.ts";

/** The motion of sending a question, which is loaded while the question is being written. */
export const sendingMotion = defineLazyModule(() => import("./sending.tsx"));
