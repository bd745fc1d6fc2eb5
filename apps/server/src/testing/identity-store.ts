import type { Adapter, AdapterPayload } from 'oidc-provider'

/** In-memory store for one kind of record (sessions, codes, tokens) of the test identity provider. */
class MemoryStore implements Adapter {
  readonly #rows = new Map<string, AdapterPayload>()

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#rows.set(id, payload)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#rows.get(id)
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#rows.values()].find((row) => row.uid === uid)
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return [...this.#rows.values()].find((row) => row.userCode === userCode)
  }

  async consume(id: string): Promise<void> {
    const row = this.#rows.get(id)
    if (row) row.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    this.#rows.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, row] of this.#rows) if (row.grantId === grantId) this.#rows.delete(id)
  }
}

/** Returns a store for each kind of record. The provider's built-in store prints a warning. */
export function identityStore(): (kind: string) => Adapter {
  const kinds = new Map<string, Adapter>()
  return (kind) => {
    const store = kinds.get(kind) ?? new MemoryStore()
    kinds.set(kind, store)
    return store
  }
}
