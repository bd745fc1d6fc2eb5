import type { OutputOf } from '@simwright/client'
import type { Call } from './command.ts'
import { EXIT } from './exit-code.ts'
import { saveOutput } from './output-file.ts'
import { progressBar } from './progress.ts'
import { factsText } from './table.ts'

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
