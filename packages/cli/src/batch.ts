import type { OutputOf } from '@simwright/client'
import type { Call } from './command.ts'
import { EXIT } from './exit-code.ts'
import { saveOutput } from './output-file.ts'
import { factsText } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Follows a batch to its end, saves its result if asked, and prints its figures. @returns the exit code */
export async function followBatch(call: Call, batchId: string): Promise<number> {
  const client = call.client()
  const { signal } = call.terminal
  const bar = progressBar(call.terminal)
  try {
    for await (const { processed, total } of client.events('/log/progress', { id: batchId }, { signal }))
      bar.show(processed, total)
  } finally {
    bar.end()
  }
  const batch = await client.call('/log/batch', { id: batchId }, { signal })
  if (call.text('output') !== undefined)
    await saveOutput(call, (await client.file('/log/result', { id: batchId }, { signal })).content)
  // with the result on standard output, nothing else is written there
  if (call.text('output') !== '-') await call.print(batch, batchText(batch))
  return batch.failed > 0 || batch.canceled ? EXIT.refused : EXIT.done
}

function batchText({ code, total, succeeded, failed, canceled }: OutputOf<'/log/batch'>): string {
  return factsText([
    ['Batch', code],
    ['Profiles', total],
    ['Succeeded', succeeded],
    ['Failed', failed],
    ...(canceled ? ([['Canceled', 'yes']] as const) : []),
  ])
}

const WIDTH = 30

/** A progress bar on a terminal; nothing elsewhere. */
export function progressBar({ notes }: Terminal): { show: (done: number, total: number) => void; end: () => void } {
  if (!notes.isTTY) return { show: () => {}, end: () => {} }
  return {
    show: (done, total) => {
      const filled = total === 0 ? WIDTH : Math.floor((WIDTH * done) / total)
      notes.write(`\r[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done} of ${total}`)
    },
    end: () => void notes.write('\r\u001b[K'),
  }
}
