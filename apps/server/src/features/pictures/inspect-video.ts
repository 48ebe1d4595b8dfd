import { buffer } from "node:stream/consumers";
import { Log } from "mp4box";
import { inspectVideo } from "./policy.ts";

// A process of its own, see commands/content-videos.ts. It reads a video and writes what it finds as JSON.

// What the library finds wrong with a file is not for the log of the site.
Log.error = () => undefined;
Log.warn = () => undefined;

process.stdout.write(JSON.stringify(inspectVideo(new Uint8Array(await buffer(process.stdin)))));
