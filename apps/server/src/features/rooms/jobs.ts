import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { keepGradeRooms, openGradeRooms } from "./commands/grade-rooms.ts";
import { openNextRoomJob } from "./job-definitions.ts";

// 15 h UTC is midnight in Japan, where school years begin on 1 April.
const keepGradeRoomsJob = defineJob("keep_grade_rooms", {}, { cron: "0 15 * * *" });

export function createRoomJobs({ db }: Services): Job[] {
  return [
    handleJob(keepGradeRoomsJob, () => keepGradeRooms(db)),
    handleJob(openNextRoomJob, () => openGradeRooms(db)),
  ];
}
