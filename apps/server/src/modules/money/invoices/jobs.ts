import { setTimeout as sleep } from 'node:timers/promises'
import type { InvoicesServer as Server } from '../../../port/module.ts'
import { type BackgroundLoop, SELDOM_MS } from '../../../work/loop.ts'
import { type RenderPaper, writePdf } from './file.ts'
import { PaperThread } from './paper-thread.ts'
import { filesDue, type InvoiceKey, selectWithoutPdf } from './queries.ts'

const REST_MS = 5_000
const FILES_PER_READ = 200

/** After a file, the thread rests as long as it took: files need at most half a processor. */
const REST = 1

/** Writes and mails the PDF files of issued documents. Several processes may run it. */
export function invoiceFileLoop(server: Server): BackgroundLoop {
  const thread = new PaperThread()
  const writeAll = async (stopping: AbortSignal) => {
    const render: RenderPaper = async (paper, brand) => {
      const begin = performance.now()
      const pdf = await thread.write(paper, brand)
      await sleep((performance.now() - begin) * REST, undefined, { signal: stopping })
      return pdf
    }
    while (!stopping.aborted && (await writeMissingPdfs(server, { render, stopping })) === FILES_PER_READ);
  }
  const run = (signal: AbortSignal) => writeAll(signal).finally(() => thread.close())
  return { name: 'invoice files', everyMs: SELDOM_MS, restMs: REST_MS, due: filesDue, run }
}

type Writing = { render?: RenderPaper; stopping?: AbortSignal }

/** Writes and mails the PDF files of the oldest documents without one. @returns how many were written */
export async function writeMissingPdfs(server: Server, { render, stopping }: Writing = {}): Promise<number> {
  const keys = await server.db.systemTx((db) => selectWithoutPdf(db, FILES_PER_READ))
  let written = 0
  for (const key of fromRandom(server, keys)) {
    if (stopping?.aborted) return written
    try {
      await writePdf(server, { enterpriseId: key.enterprise_id, id: key.id, render })
      written += 1
    } catch (err) {
      const { enterprise_id: enterpriseId, id } = key
      if (!stopping?.aborted)
        server.log.error({ err, enterpriseId, id }, 'the PDF file of an invoice could not be written')
    }
  }
  return written
}

/** From a random one on, so that several processes seldom write the same file. */
function fromRandom({ random }: Pick<Server, 'random'>, keys: readonly InvoiceKey[]): readonly InvoiceKey[] {
  const from = random.bytes(1)[0]! % Math.max(1, keys.length)
  return [...keys.slice(from), ...keys.slice(0, from)]
}
