import { messageRoutes } from "./routes/messages.ts";

export const routes = [...messageRoutes];
