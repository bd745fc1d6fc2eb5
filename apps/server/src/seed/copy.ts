import type { Client, Submittable } from 'pg'

type CopyConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sync(): void
}

/** Runs `COPY ... FROM STDIN` with text that is in memory already, in pieces of 64 KiB. */
export async function copyIn(client: Client, { command, text }: { command: string; text: Buffer }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyIn({ command, text, resolve, reject }) as unknown as Submittable)
  })
}

const PIECE_BYTES = 64 * 1024

/** What pg calls back while it runs a query of its own kind. */
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
    for (let start = 0; start < text.length; start += PIECE_BYTES)
      connection.sendCopyFromChunk(text.subarray(start, start + PIECE_BYTES))
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
