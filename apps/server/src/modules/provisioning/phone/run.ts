import { randomInt, timingSafeEqual } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { parseStored } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { PhoneAction, PhoneFault } from '@simwright/contract/provisioning/virtual-phone'
import { type AkaKey, answerChallenge, buildAutn, joinSqn } from '@simwright/euicc/aka'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'
import type { ProfileConfig } from '@simwright/saip'
import { Hints } from '../../../db/wake-up.ts'
import type { Who } from '../../../http/call.ts'
import type { PhoneServer as Server } from '../../../port/module.ts'
import { platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { openCardKeys, ownValuesOf } from '../../platform/vault/service.ts'
import { packageConfig, withOwnValues } from '../../profiles/configurations/service.ts'
import { PHONE_HEADER } from '../smdp/service.ts'
import { issuerFor, newEuicc } from './euicc.ts'
import { type PhoneOrder, type PhoneOutput, phoneTask, type SentMessage, type StoredEuicc } from './phone-task.ts'
import {
  insertMessage,
  lockPhone,
  PHONE_CHANNEL,
  type PhoneRecord,
  type Screen,
  selectPhone,
  selectTriedProfile,
  type TriedProfile,
  updatePhone,
} from './queries.ts'
import { openStoredEuicc, sealEuicc } from './sealed-euicc.ts'

/** After this time an action counts as lost with its process. */
export const RUN_LIMIT_MS = 6 * 60_000

/** How long a call waits for the next step, and all calls of an action: the limit of a worker process is longer. */
const STEP_LIMIT_MS = 60_000
const STEPS_LIMIT_MS = 120_000

/** Actions step by step at a time in this process, which has three worker processes for phones. */
const STEPWISE_MAX = 2
const stepwise = new Set<symbol>()

/** Reserves one of the actions step by step. @returns its release @throws Problem `virtual_phone_unfit` */
export function reserveSteps(): () => void {
  if (stepwise.size >= STEPWISE_MAX) {
    const reason = 'two other phones run step by step. Try again in a moment, or without steps.'
    throw new Problem('virtual_phone_unfit', { reason })
  }
  const reserved = Symbol('steps')
  stepwise.add(reserved)
  return () => void stepwise.delete(reserved)
}

type Action = {
  phone: PhoneRecord
  action: PhoneAction
  fault?: PhoneFault | undefined
  confirmationCode?: string | undefined
  stepByStep?: boolean | undefined
}

type Prepared = { order: PhoneOrder; challenge: Challenge | undefined; profile: TriedProfile }

/** Runs an action in a process of its own and stores its outcome. Never throws. */
export async function runAction(server: Server, who: Who, acting: Action): Promise<void> {
  const { enterpriseId } = who
  const { id } = acting.phone
  const row = { enterpriseId, id }
  const add = async (message: SentMessage) => {
    const at = server.clock.now()
    await server.db.tenantTx(enterpriseId, (db) => insertMessage(db, row, { ...message, at }))
  }
  try {
    const { output, prepared } = await runPhone(server, who, { ...acting, add })
    await store(server, { acting, output, ...prepared, add })
  } catch (err) {
    // a server that stops ends the process; the next one goes on with the eUICC as it was
    if (!server.stopping.aborted) {
      server.log.warn({ err, enterpriseId }, 'the process of a virtual phone failed')
      await add({ kind: 'PHONE_FAILED', facts: {} }).catch(() => {})
    }
    await server.db
      .tenantTx(enterpriseId, (db) => updatePhone(db, row, { action: null, running_until: null }))
      .catch((err: unknown) => server.log.warn({ err }, 'the end of an action of a virtual phone could not be stored'))
  }
}

type Reporting = { add: (message: SentMessage) => Promise<void> }

async function runPhone(server: Server, who: Who, acting: Action & Reporting) {
  const { enterpriseId } = who
  const { phone, fault } = acting
  const { id, profile_id: profileId } = phone
  const profile = await server.db.tenantRead(enterpriseId, (db) => selectTriedProfile(db, profileId))
  if (!profile) throw new Error('the tried profile is gone')
  const trial = { enterpriseId, id, profileId, isBlocked: fault === 'BLOCKED' }
  const gate = acting.stepByStep ? stepGate(server, phone) : undefined
  const admission = await server.smdp.admit(profile.issuer, trial, gate)
  try {
    const prepared = await prepare(server, who, { acting, profile, admission })
    const call = { tenant: enterpriseId, input: prepared.order, onMessage: acting.add }
    return { prepared, output: await server.phones.run(phoneTask, call) }
  } finally {
    admission.end()
  }
}

type Preparing = { acting: Action; profile: TriedProfile; admission: { port: number; token: string } }

async function prepare(server: Server, who: Who, { acting, profile, admission }: Preparing): Promise<Prepared> {
  const { enterpriseId, platformId } = who
  const { phone, action, fault } = acting
  const { ci, eum } = await issuerFor(server, profile.issuer)
  const own: StoredEuicc = openStoredEuicc(server.vault, { enterpriseId, id: phone.id }, phone.sealed_euicc)
  const used = fault === 'OTHER_EUICC' ? await newEuicc(server, profile.issuer) : { eid: phone.eid, euicc: own }
  const pinned = action === 'CHECK' ? challengeOf(server, phone, profile) : undefined
  const order: PhoneOrder = {
    ...used,
    action,
    ci: ci.certificate,
    eum: eum.certificate,
    admission: { port: admission.port, token: admission.token, header: PHONE_HEADER },
    activationCode: formatActivationCode({
      host: smdpAddressOf(server, platformOf(server, platformId), profile.issuer),
      matchingId: parseMatchingId(profile.matching_id),
      confirmationCodeRequired: profile.needs_code,
    }),
    confirmationCode: acting.confirmationCode,
    breaks: fault === 'BROKEN_CONNECTION',
    iccid: profile.iccid,
    challenge: pinned ? { rand: pinned.challenge.rand, autn: pinned.challenge.autn, pin: pinned.pin } : null,
    serial: randomInt(1_000_000),
    at: server.clock.now(),
  }
  return { order, challenge: pinned?.challenge, profile }
}

const RAND_BYTES = 16

/** The network's challenge; undefined when its keys are only in a package that was supplied. */
function challengeOf(
  { vault, random }: Server,
  { enterprise_id: enterpriseId, profile_id: profileId, screen }: PhoneRecord,
  profile: TriedProfile,
): { challenge: Challenge; pin: string } | undefined {
  const stored = parseStored(profile.fields)
  if (!profile.sealed_keys || typeFacts[stored.type].packages === 'supplied') return undefined
  const keys = openCardKeys(vault, { enterpriseId, profileId }, profile.sealed_keys)
  try {
    const config = packageConfig(withOwnValues(stored, ownValuesOf(keys)))
    const sequence = (screen.challenges ?? 0) + 1
    return { challenge: makeChallenge(config, keys, { rand: random.bytes(RAND_BYTES), sequence }), pin: keys.pin1 }
  } finally {
    for (const value of Object.values(keys)) if (typeof value !== 'string') value.fill(0)
  }
}

/**
 * Waits before each call until the user asks for the next step, the phone is closed, or the server stops; at most a minute,
 * and two minutes for all calls together.
 */
function stepGate({ db, stopping }: Server, { enterprise_id: enterpriseId, id }: PhoneRecord) {
  let calls = 0
  let leftMs = STEPS_LIMIT_MS
  return async (call: string) => {
    const wanted = ++calls
    const startedAt = performance.now()
    const stop = AbortSignal.any([AbortSignal.timeout(Math.ceil(Math.min(STEP_LIMIT_MS, leftMs))), stopping])
    await db.tenantTx(enterpriseId, async (tx) => {
      const phone = await lockPhone(tx)
      if (phone?.id === id) await updatePhone(tx, { id }, { screen: { ...phone.screen, waitsBefore: call } })
    })
    const hints = new Hints()
    const stopListening = await db.listen(PHONE_CHANNEL, (changed) => {
      if (changed === enterpriseId) hints.give()
    })
    try {
      while (!stop.aborted) {
        const phone = await db.tenantRead(enterpriseId, (tx) => selectPhone(tx))
        if (phone?.id !== id || (phone.screen.allowed ?? 0) >= wanted) return
        await hints.wait(stop)
      }
    } finally {
      await stopListening()
      leftMs = Math.max(leftMs - (performance.now() - startedAt), 0)
    }
  }
}

type Ended = Prepared & Reporting & { acting: Action; output: PhoneOutput }

/** What an action is called in the event at the end. */
const STEPS = { DOWNLOAD: 'installed', ENABLE: 'enabled', DISABLE: 'disabled', DELETE: 'deleted' } as const

/** Stores the eUICC and what the phone shows. Another eUICC is gone after its try. */
async function store(server: Server, { acting, output, order, challenge, add }: Ended): Promise<void> {
  const { action, fault, phone } = acting
  const { enterprise_id: enterpriseId, id } = phone
  const row = { enterpriseId, id }
  const isAuthenticated = challenge ? isExpected(output.card?.res, challenge.expected) : null
  if (output.card) await add({ kind: AUTHENTICATION[String(isAuthenticated) as 'true'], facts: {} })
  await server.db.tenantTx(enterpriseId, async (db) => {
    const now = await lockPhone(db)
    if (now?.id !== id) return
    const ended = { action: null, running_until: null }
    const { screen } = now
    if (fault === 'OTHER_EUICC') {
      const steps = withStep(screen, 'refused to another eUICC')
      return void (await updatePhone(db, row, { ...ended, screen: { ...screen, waitsBefore: null, steps } }))
    }
    const { imsi, provider } = output.card ?? {}
    const card = imsi === undefined ? null : { imsi, provider: provider ?? '', isAuthenticated }
    const next: Screen = {
      ...screen,
      waitsBefore: null,
      profile: output.profile,
      card: action === 'CHECK' ? card : null,
      challenges: (screen.challenges ?? 0) + (challenge ? 1 : 0),
      steps: withStep(screen, stepOf(action, { before: screen, output, isAuthenticated })),
    }
    const sealed_euicc = sealEuicc(server.vault, row, { ...order.euicc, memory: output.memory })
    await updatePhone(db, row, { ...ended, sealed_euicc, screen: next })
  })
}

const AUTHENTICATION = {
  true: 'NETWORK_AUTHENTICATED',
  false: 'NETWORK_NOT_AUTHENTICATED',
  null: 'NETWORK_NOT_TESTED',
} as const

const isExpected = (res: Uint8Array | null | undefined, expected: Uint8Array): boolean =>
  res?.length === expected.length && timingSafeEqual(res, expected)

/** Steps that the event at the end names: the last ones. */
const STEPS_MAX = 50

const withStep = ({ steps = [] }: Screen, step: string): string[] => [...steps, step].slice(-STEPS_MAX)

type Change = { before: Screen; output: PhoneOutput; isAuthenticated: boolean | null }

function stepOf(action: PhoneAction, { before, output, isAuthenticated }: Change): string {
  if (action === 'CHECK') return isAuthenticated ? 'authenticated' : 'not authenticated'
  const isSame = JSON.stringify(before.profile ?? null) === JSON.stringify(output.profile)
  return isSame ? `not ${STEPS[action]}` : STEPS[action]
}

type Challenge = { rand: Uint8Array; autn: Uint8Array; expected: Uint8Array }

type Keys = { ki: Uint8Array; opc: Uint8Array }
type Algorithm = Pick<ProfileConfig, 'algorithm' | 'milenage' | 'tuak' | 'xor'>

/** Separation bit set: 3GPP TS 33.401, annex H. */
const AMF = Uint8Array.of(0x80, 0)
const INDICES = 32

/** The subscription as the home network has it. */
function akaKeyOf({ algorithm, milenage, tuak, xor }: Algorithm, { ki, opc }: Keys): AkaKey {
  if (algorithm === 'TUAK') {
    const { keccakIterations = 1, resBits = 64 } = tuak ?? {}
    return { algorithm: 'tuak', k: ki, opc, keccakIterations, resBytes: (resBits / 8) as 8 }
  }
  if (algorithm === 'XOR')
    return { algorithm: 'usim-test-algorithm', k: ki, opc, resBytes: ((xor?.resBits ?? 128) / 8) as 16 }
  const { rotations, constants } = milenage ?? {}
  if (!rotations || !constants) return { algorithm: 'milenage', k: ki, opc }
  const xors = constants.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))
  return { algorithm: 'milenage', k: ki, opc, constants: { rotationsBits: rotations, xors } }
}

/**
 * The challenge of the home network, and the answer that it expects (3GPP TS 33.102, 6.3).
 * @param sequence counts the challenges of this card, from 1
 */
function makeChallenge(
  config: Algorithm,
  keys: Keys,
  { rand, sequence }: { rand: Uint8Array; sequence: number },
): Challenge {
  const key = akaKeyOf(config, keys)
  const autn = buildAutn(key, { rand, sqn: joinSqn(sequence, 0), amf: AMF })
  const answer = answerChallenge({ ...key, checks: {}, seqByIndex: Array(INDICES).fill(0) }, rand, autn)
  if (answer.kind !== 'accepted') throw new Error(`the network does not accept its own challenge: ${answer.kind}`)
  return { rand, autn, expected: answer.res }
}
