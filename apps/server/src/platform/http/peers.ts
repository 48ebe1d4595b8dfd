/** Thrown instead of calling a peer that is slow or lost, so that its jobs are retried later. */
export class PeerUnavailable extends Error {}

/** Times in milliseconds. */
interface PeerLimits {
  /** How many calls of one peer run at once. */
  calls: number;
  /** How long further calls wait for a running one to end. */
  wait: number;
  /** After this number of failures in a row, calls fail without being made. */
  failures: number;
  /** For how long; then one call tries whether the peer is back. */
  pause: number;
}

const defaultLimits: PeerLimits = { calls: 10, wait: 2_000, failures: 5, pause: 30_000 };

interface Peer {
  running: number;
  waiting: Set<() => void>;
  failures: number;
  failed_at: number;
  /** Whether a call tries if the peer is back. */
  isTried: boolean;
}

/**
 * Creates a function that calls peers, such as push services, so that one that is slow or lost doesn't hold up the
 * calls of others. The call must throw if the peer doesn't reply; a reply that refuses something is returned.
 */
export function createPeerCaller(limits: Partial<PeerLimits> = {}) {
  const { calls, wait, failures, pause } = { ...defaultLimits, ...limits };
  const peers = new Map<string, Peer>();

  const findPeer = (name: string): Peer => {
    const peer = peers.get(name) ?? {
      running: 0,
      waiting: new Set(),
      failures: 0,
      failed_at: 0,
      isTried: false,
    };
    peers.set(name, peer);
    return peer;
  };

  const isPaused = (peer: Peer) =>
    peer.failures >= failures && (peer.isTried || Date.now() - peer.failed_at < pause);

  /** Waits until fewer calls run than are allowed; returns false if this takes too long. */
  const takeTurn = async (peer: Peer): Promise<boolean> => {
    if (peer.running < calls) {
      peer.running++;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const start = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      peer.waiting.delete(start);
      resolve(false);
    }, wait);
    peer.waiting.add(start);
    return promise;
  };

  /** Gives the turn to a waiting call, if there is one. */
  const endTurn = (peer: Peer) => {
    const [start] = peer.waiting;
    if (!start) {
      peer.running--;
      return;
    }
    peer.waiting.delete(start);
    start();
  };

  const callInTurn = async <T>(name: string, peer: Peer, call: () => Promise<T>): Promise<T> => {
    if (isPaused(peer)) throw new PeerUnavailable(`${name} is lost`);
    peer.isTried = peer.failures >= failures;
    try {
      const reply = await call();
      peer.failures = 0;
      return reply;
    } catch (error) {
      peer.failures++;
      peer.failed_at = Date.now();
      throw error;
    } finally {
      peer.isTried = false;
    }
  };

  return async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    const peer = findPeer(name);
    if (isPaused(peer)) throw new PeerUnavailable(`${name} is lost`);
    if (!(await takeTurn(peer))) throw new PeerUnavailable(`${name} is slow`);
    try {
      return await callInTurn(name, peer, call);
    } finally {
      endTurn(peer);
    }
  };
}
