import { memberRoutes } from "./routes/members.ts";
import { roomRoutes } from "./routes/rooms.ts";

export const routes = [...roomRoutes, ...memberRoutes];
