/** What oidc-provider stores of a session, grant or token. */
interface Payload {
  uid?: string;
  grantId?: string;
  consumed?: number;
}

/** By the name of the model. */
const payloadsByModel = new Map<string, Map<string, Payload>>();

/**
 * Keeps what oidc-provider stores in memory, without an end: the provider itself checks when something expires. Has the
 * methods that the provider calls of its adapters, but for device codes.
 */
export class MemoryAdapter {
  readonly #payloads: Map<string, Payload>;

  constructor(model: string) {
    this.#payloads = payloadsByModel.get(model) ?? new Map<string, Payload>();
    payloadsByModel.set(model, this.#payloads);
  }

  async upsert(id: string, payload: Payload) {
    this.#payloads.set(id, payload);
  }

  async find(id: string) {
    return this.#payloads.get(id);
  }

  async findByUid(uid: string) {
    return [...this.#payloads.values()].find((payload) => payload.uid === uid);
  }

  async consume(id: string) {
    const payload = this.#payloads.get(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string) {
    this.#payloads.delete(id);
  }

  async revokeByGrantId(grantId: string) {
    for (const [id, payload] of this.#payloads)
      if (payload.grantId === grantId) this.#payloads.delete(id);
  }
}
