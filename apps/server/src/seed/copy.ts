import type { Client, Submittable } from 'pg'

type CopyConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sync(): void
}

/** Runs `COPY ... FROM STDIN` with a text in memory, sent in chunks of 64 KiB. */
export async function copyIn(client: Client, { command, text }: { command: string; text: Buffer }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyIn({ command, text, resolve, reject }) as unknown as Submittable)
  })
}

const CHUNK_BYTES = 64 * 1024

/** A custom query for pg: these methods are its callbacks. */
class CopyIn {
  readonly #copy: { command: string; text: Buffer; resolve: () => void; reject: (error: Error) => void }

  constructor(copy: { command: string; text: Buffer; resolve: () => void; reject: (error: Error) => void }) {
    this.#copy = copy
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#copy.command)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    const { text } = this.#copy
    for (let start = 0; start < text.length; start += CHUNK_BYTES)
      connection.sendCopyFromChunk(text.subarray(start, start + CHUNK_BYTES))
    connection.endCopyFrom()
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#copy.resolve()
  }

  handleError(error: Error): void {
    this.#copy.reject(error)
  }
}
