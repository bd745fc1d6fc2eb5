import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { testEid } from '@simwright/euicc'
import { configured } from './generated.ts'
import { handDevices } from './hand-device.ts'
import { testPhones } from './phone.ts'
import { type TestServerOptions, testServer } from './server.ts'
import { newSubscribers, type Subscriber } from './subscriber.ts'

export type Ordered = {
  profileId: string
  iccid: string
  activationCode: string
  matchingId: string
  subscriber: Subscriber
}

/** First EID of devices of `handDevices`; virtual eUICCs count from one. */
const FIRST_HAND_EID = 500_000

/** A server with an enterprise account, virtual phones (`phones`) and devices with manipulable messages (`hand`). */
export async function smdpScene({ plan, ...options }: TestServerOptions & { plan?: 'DEMO' } = {}) {
  const t = await testServer(options)
  const enterprise = await t.enterprise(undefined, plan)
  let { owner } = enterprise
  const phones = await testPhones(t)
  const hand = handDevices(t, phones)
  const plain = await configured(owner)
  let devices = 0

  /** Creates an activation code; `make` has further fields of `batch.single`. */
  async function order(make: object = {}, configurationId = plain): Promise<Ordered> {
    const [subscriber] = newSubscribers(1)
    const { ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc } = subscriber!
    const made = await owner.ask(batch.single, { configurationId, iccid: iccid!, imsi: imsi!, ki, opc, ...make })
    return { ...made, matchingId: made.activationCode.split('$')[2]!, subscriber: subscriber! }
  }

  return {
    ...t,
    enterprise,
    /** Creates another enterprise account. */
    another: t.enterprise,
    phones,
    hand,
    order,
    configured: (more: Partial<ConfigurationInput>) => configured(owner, more),
    /** Moves the clock, lets the phones poll their cards, and signs the owner in again. */
    wait: async (milliseconds: number) => {
      t.clock.moveMs(milliseconds)
      await phones.poll()
      owner = await t.sessionIn(owner, enterprise.id)
    },
    nextEid: () => testEid(FIRST_HAND_EID + ++devices),
    device: () => hand.device(testEid(FIRST_HAND_EID + ++devices)),
    /** The profile's details in the portal. */
    shown: (id: string) => owner.ask(fleet.detail, { id }),
    /** The profile's events, newest first. */
    timeline: async (id: string) => (await owner.ask(fleet.timeline, { id, limit: 200 })).items,
  }
}
