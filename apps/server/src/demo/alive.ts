import * as fleet from '@simwright/contract/profiles/fleet'
import { DEVICE_MODELS, disableProfile, downloadProfile, enableProfile, testEid } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import type { Client } from '../testing/client.ts'
import { createPhone, type Phones, type VirtualPhone } from './device.ts'

/** Serial numbers of the eUICCs that come after the guided run. */
const FIRST_SERIAL = 600_000_000
const SERIALS = 100_000_000

/** Codes that are left for people who try the demo. */
const CODES_LEFT = 20
const CODES_READ = 100
/** Below this number of phones each turn is a download, then one of so many turns: the history has a few a day. */
const PHONES_FIRST = 4
const TURNS_PER_DOWNLOAD = 15
/** More phones than this do not change their profile any more. */
const PHONES_KEPT = 12

type Alive = {
  /** The owner's client, with a session that is open. */
  clientNow: () => Promise<Client>
  phones: Pick<Phones, 'server' | 'issuer'>
  untilNext: () => Promise<void>
}

type Phone = { readonly lpa: VirtualPhone; readonly iccid: string; isOn: boolean }

/**
 * Keeps the demo moving after its guided run, until the server stops: phones turn their profiles off and on, and now and
 * then another one downloads.
 */
export async function keepAlive({ clientNow, phones, untilNext }: Alive): Promise<void> {
  const { server, issuer } = phones
  const connectTo = () => ({ address: '127.0.0.1', port: server.ports.smdp })
  const transport = createHttpsTransport({ ca: [issuer.ci.certificate], connectTo })
  const inUse: Phone[] = []
  try {
    for (let turn = 0; ; turn += 1) {
      await untilNext()
      server.stopping.throwIfAborted()
      const isDownload = inUse.length < PHONES_FIRST || turn % TURNS_PER_DOWNLOAD === 0
      const code = isDownload ? await nextCode(await clientNow()) : undefined
      if (code === undefined) {
        if (inUse.length > 0) await turnProfile(inUse)
        continue
      }
      const lpa = createPhone(phones, transport.send, newHardware(phones))
      const result = await downloadProfile({ ...lpa, activationCode: code })
      if (result.outcome !== 'installed') continue
      await enableProfile(lpa, result.iccid)
      inUse.push({ lpa, iccid: result.iccid, isOn: true })
      if (inUse.length > PHONES_KEPT) inUse.shift()
    }
  } finally {
    transport.close()
  }
}

/** The phone that was changed longest ago turns its profile off or on. */
async function turnProfile(inUse: Phone[]): Promise<void> {
  const phone = inUse.shift()!
  await (phone.isOn ? disableProfile : enableProfile)(phone.lpa, phone.iccid)
  inUse.push({ ...phone, isOn: !phone.isOn })
}

/** The oldest code that any device can download without a confirmation code; undefined while few are left. */
async function nextCode(client: Client): Promise<string | undefined> {
  const { items } = await client.ask(fleet.list, {
    filter: { query: 'status:ready' },
    sort: { by: 'createdAt', direction: 'asc' },
    limit: CODES_READ,
  })
  const usable = items.filter(({ eid, campaignId, sample, activationCode }) => {
    return eid === null && campaignId === null && !sample && !activationCode.endsWith('$1')
  })
  return usable.length > CODES_LEFT ? usable[0]!.activationCode : undefined
}

function newHardware({ server }: Pick<Phones, 'server'>) {
  const serial = Buffer.from(server.random.bytes(4)).readUInt32BE(0) % SERIALS
  const model = DEVICE_MODELS[serial % DEVICE_MODELS.length]!
  return { eid: testEid(FIRST_SERIAL + serial), model, serial: serial % 1_000_000 }
}
