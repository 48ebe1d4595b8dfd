import { memberRoutes } from "./routes/members.ts";
import { messageRoutes } from "./routes/messages.ts";
import { roomRoutes } from "./routes/rooms.ts";

export const routes = [...roomRoutes, ...memberRoutes, ...messageRoutes];
