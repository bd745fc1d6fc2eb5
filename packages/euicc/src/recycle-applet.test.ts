/** The Recycle applet on the card: it sends its message over TCP when its time has passed. */
import { createServer, type Server } from 'node:net'
import { concat, fromHex, toHex } from '@simwright/asn1'
import { parseIccid } from '@simwright/ids'
import type { RecycleParameters } from '@simwright/saip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aesCmac } from './aes-cmac.ts'
import { createBipTransport } from './bip-transport.ts'
import { parseEuiccState, serializeEuiccState } from './euicc-state.ts'
import { pollCard } from './proactive-polling.ts'
import { runRecycleApplet } from './recycle-applet.ts'
import { recycleApplet, withApplets } from './testing/applet.ts'
import { bench, cardWith, download, exchange, MATCHING_ID } from './testing/bench.ts'
import { metadataOf, offerOf, profilePackage } from './testing/profile.ts'

const KEY = fromHex('2b7e151628aed2a6abf7158809cf4f3c')
const EXPIRE_TIME = new Date('2026-12-01T00:00:00Z')
const BEFORE = new Date('2026-11-30T23:59:59Z')
const CARD_ICCID = parseIccid('8944012345678901111')
/** Version and ICCID, as in the example of docs/recycle-message.md but for the check digit. */
const START = `01984410325476981011${CARD_ICCID.at(-1)}1`

/** A server that records what it receives and answers `01` and a result. */
let server: Server
let port = 0
let received: string[]
let result: Uint8Array

beforeEach(async () => {
  received = []
  result = fromHex('0100')
  server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (bytes) => received.push(bytes.toString('hex')))
    socket.setNoDelay(true)
    socket.on('end', () => {
      // In two segments: the device waits for the whole answer.
      socket.write(result.subarray(0, 1))
      setTimeout(() => socket.end(result.subarray(1)), 10)
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const send = createBipTransport({ timeoutMs: 600_000 })
/** A package with the applet, as the builder makes it from a configuration and the values of the profile. */
const upp = ({ host = '127.0.0.1', port: to = port, ...more }: Partial<RecycleParameters> = {}) =>
  profilePackage(
    CARD_ICCID,
    { applets: { recycle: { server: { host, port: to } } } },
    { recycle: { key: KEY, expireTime: EXPIRE_TIME, ...more } },
  )
const stateWith = async (more: Partial<RecycleParameters> = {}) =>
  (await cardWith(upp(more), { metadata: metadataOf(CARD_ICCID) })).card.euicc.state

/** A message with its CMAC. */
const message = (signed: string) => signed + toHex(aesCmac(KEY, fromHex(signed)))

describe('the Recycle applet', () => {
  it('sends nothing before its time, then one message, and no more after it was accepted', async () => {
    const state = await stateWith()
    expect(await runRecycleApplet(state, { now: BEFORE, send })).toBe('idle')
    expect(received).toEqual([])
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('accepted')
    expect(received).toEqual([message(`${START}0000000101`)])
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('idle')
    expect(received).toHaveLength(1)
  })

  it('sends when its device polls the card and the clock of the device has reached its time', async () => {
    let now = BEFORE
    const device = { euicc: { state: await stateWith() }, clock: { now: () => now }, bip: send }
    expect(await pollCard(device)).toBe('idle')
    now = EXPIRE_TIME
    expect(await pollCard(device)).toBe('accepted')
    expect(await pollCard(device)).toBe('idle')
    expect(received).toEqual([message(`${START}0000000101`)])
  })

  it('sends on demand, also without a recycle time', async () => {
    const state = await stateWith({ expireTime: undefined })
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('idle')
    expect(await runRecycleApplet(state, { now: BEFORE, reason: 'manual', send })).toBe('accepted')
    expect(received).toEqual([message(`${START}0000000102`)])
  })

  it('sends again with a higher counter if it was not accepted, even after a restart', async () => {
    let state = await stateWith()
    result = fromHex('0102')
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('later')
    result = fromHex('0101')
    state = parseEuiccState(serializeEuiccState(state))
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('refused')
    result = fromHex('0200')
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('unreachable')
    result = fromHex('01')
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('unreachable')
    expect(received.map((text) => text.slice(22, 30))).toEqual(['00000001', '00000002', '00000003', '00000004'])
    const counted = state.profiles[0]!.registry!.applets[0]!
    counted.memory = concat(fromHex('00000101'), Uint8Array.of(0))
    result = fromHex('0100')
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, reason: 'manual', send })).toBe('accepted')
    // Counter 258, reason manual: the example of the documentation.
    expect(received.at(-1)).toBe(message(`${START}0000010202`))
  })

  it('does not repeat a counter if the server cannot be reached', async () => {
    const state = await stateWith({ port: 1 })
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('unreachable')
    expect(toHex(state.profiles[0]!.registry!.applets[0]!.memory)).toBe('0000000100')
  })

  it('is idle while its profile is disabled, and on a card without it', async () => {
    const state = await stateWith()
    state.profiles[0]!.enabled = false
    expect(await runRecycleApplet(state, { now: EXPIRE_TIME, send })).toBe('idle')
    const { card } = await cardWith(profilePackage())
    expect(await runRecycleApplet(card.euicc.state, { now: EXPIRE_TIME, send })).toBe('idle')
    expect(received).toEqual([])
  })

  it('takes no commands, and its installation fails with invalid parameters', async () => {
    const card = await cardWith(upp(), { metadata: metadataOf(CARD_ICCID) })
    expect(await exchange(card, '00a4040c0bf053494d57524952000101')).toBe('9000')
    expect(await exchange(card, '80ca000000')).toBe('6d00')
    const device = bench()
    const invalid = {
      ...recycleApplet({ key: KEY, host: 'a', port: 1 }),
      applicationSpecificParametersC9: fromHex('8000'),
    }
    device.smdp.offers.set(MATCHING_ID, offerOf({ profilePackage: withApplets(profilePackage(), invalid) }))
    expect(await download(device)).toMatchObject({ outcome: 'installation-failed' })
  })
})
