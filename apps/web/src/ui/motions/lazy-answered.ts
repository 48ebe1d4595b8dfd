import { defineLazyModule } from "#ui/lazy-module.ts";

/** The motion of answering, which is loaded while the answer form is shown. */
export const answeredMotion = defineLazyModule(() => import("./answered.ts"));
