// The parts of a service worker's global scope that this project uses. TypeScript's `webworker` library
// conflicts with its `dom` library.

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<unknown>;
  respondWith(response: Promise<Response>): void;
}

interface MessageFromPage extends ExtendableEvent {
  data: unknown;
}

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}

interface PushSubscriptionChangeEvent extends ExtendableEvent {
  newSubscription: PushSubscription | null;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageFromPage;
  sync: SyncEvent;
  push: PushEvent;
  pushsubscriptionchange: PushSubscriptionChangeEvent;
  notificationclick: NotificationEvent;
}

export interface WorkerScope {
  location: Location;
  navigator: { language: string; connection?: { saveData?: boolean } };
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void>; openWindow(path: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void;
}
