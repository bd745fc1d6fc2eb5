import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemOf } from '@simwright/client'
import type { Call, Command } from '../command.ts'
import { EXIT } from '../exit-code.ts'
import { factsText } from '../table.ts'

const ASK_EVERY_MS = 2_000

export const push: Command = {
  name: 'push',
  takes: 'ICCID EID',
  summary: 'Push a profile to a device: it finds the profile at the SM-DS, without an activation code',
  options: { wait: { help: 'until the device has downloaded it, or the push failed' } },
  run: async (call) => {
    const [iccid = '', eid = ''] = call.words
    const { id } = await call.client().call('/eidpush/create', { iccid, eid })
    const pushed = await pushOf(call, { id, iccid })
    const { state, reason, smds } = pushed
    await call.print(
      pushed,
      factsText([['State', state], ['SM-DS', smds], ...(reason === null ? [] : ([['Reason', reason]] as const))]),
    )
    return state === 'FAILED' ? EXIT.refused : EXIT.done
  },
}

/** The push as it is now, or with `--wait` as it ended. */
async function pushOf(call: Call, { id, iccid }: { id: string; iccid: string }): Promise<ItemOf<'/eidpush/list'>> {
  const client = call.client()
  const { signal } = call.terminal
  while (true) {
    for await (const found of client.items('/eidpush/list', { filter: { search: iccid } }, { signal }))
      if (found.id === id && (found.state !== 'PUSHED' || !call.isOn('wait'))) return found
    await sleep(ASK_EVERY_MS, undefined, { signal })
  }
}
