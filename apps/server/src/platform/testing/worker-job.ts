import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** The job of `worker-process.ts`, which the test that kills this process runs again. */
export const buryBoneJob = defineJob("bury_bone", { bone: Type.String() });
