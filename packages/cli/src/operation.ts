import type { InputOf } from '@simwright/client'
import { progressBar } from './batch.ts'
import type { Call } from './command.ts'
import { EXIT } from './exit-code.ts'
import { factsText, tableText } from './table.ts'

type Operation = InputOf<'/operation/start'>['operation']

export const OPERATION_OPTIONS = {
  'dry-run': { help: 'count the profiles that would be changed, and change nothing' },
} as const

/** Changes the profiles that match a query, and follows the operation to its end. @returns the exit code */
export async function changeProfiles(call: Call, operation: Operation, query: string): Promise<number> {
  const client = call.client()
  const { signal } = call.terminal
  const selected = { operation, selection: { filter: { query } } }
  const preview = await client.call('/operation/preview', selected, { signal })
  const { total, fits, excluded } = preview
  if (call.isOn('dry-run') || fits === 0) {
    const counted = factsText([
      ['Profiles', total],
      ['Would change', fits],
    ])
    const reasons = excluded.map(({ reason, count }) => [reason, count])
    await call.print(
      preview,
      reasons.length === 0 ? counted : `${counted}\n\n${tableText(['LEFT OUT', 'PROFILES'], reasons)}`,
    )
    return EXIT.done
  }
  const { id } = await client.call('/operation/start', { ...selected, count: fits }, { signal })
  const bar = progressBar(call.terminal)
  try {
    for await (const one of client.events('/operation/progress', { id }, { signal }))
      bar.show(one.succeeded + one.failed, one.total)
  } finally {
    bar.end()
  }
  const done = await client.call('/operation/get', { id }, { signal })
  const { succeeded, failed, canceled } = done
  await call.print(
    done,
    factsText([
      ['Profiles', done.total],
      ['Changed', succeeded],
      ['Left out', failed],
    ]),
  )
  return canceled ? EXIT.refused : EXIT.done
}
