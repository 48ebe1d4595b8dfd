import { defineJob } from "#platform/jobs/definition.ts";

/** Opens the next room of a school year whose newest room is nearly full. */
export const openNextRoomJob = defineJob("open_next_room", {});
