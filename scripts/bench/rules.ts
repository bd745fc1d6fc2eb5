import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as rule from '@simwright/contract/provisioning/rule'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { codesOf } from '../prove/codes.ts'
import type { Figure } from './figure.ts'
import type { Errand } from './phone-process.ts'
import { type Portal, startPortal } from './portal.ts'

const WARM_UP = 1000
/** Downloads of a round. Rounds without and with rules alternate, so that what grows meanwhile is in both. */
const DOWNLOADS = 500
const PHONES = 16
const ROUNDS = ['without', 'with', 'with', 'without', 'without', 'with'] as const
/** Rules read the events in the background: each round ends when they have. */
const SETTLE_MS = 6_000
const MOST_TIMES = 1.03
/** What all downloads of a round have in common, such as a pass over the feed each two seconds. */
const MOST_STATEMENTS_MORE = 0.2
const EVENTS = ['AUTHENTICATED', 'DOWNLOADED', 'INSTALLED', 'ENABLED'] as const

type Round = { cpuMs: number; statements: number }

/** Processor time and statements of a download while 1,000 rules are active, compared with none. */
export async function benchRules(): Promise<Figure[]> {
  const portal = await startPortal()
  const phones = fork(join(import.meta.dirname, 'phone-process.ts'), { serialization: 'advanced' })
  try {
    const codes = await makeCodes(portal)
    const visit = async (from: number, count: number) => {
      const { issuer, smdpPort } = portal
      const activationCodes = codes.slice(from, from + count)
      const errand: Errand = { issuer, smdpPort, firstSerial: from, activationCodes, atOnce: PHONES }
      const done = once(phones, 'message')
      phones.send(errand)
      await done
    }
    await visit(0, WARM_UP)
    const ids = await addRules(portal)
    const rounds: Record<(typeof ROUNDS)[number], Round[]> = { without: [], with: [] }
    let active = true
    for (const [index, kind] of ROUNDS.entries()) {
      if (active !== (kind === 'with')) await setActive(portal, ids, kind === 'with')
      active = kind === 'with'
      await sleep(SETTLE_MS)
      const before = await meter(portal)
      await visit(WARM_UP + index * DOWNLOADS, DOWNLOADS)
      await sleep(SETTLE_MS)
      const after = await meter(portal)
      rounds[kind].push({ cpuMs: after.cpuMs - before.cpuMs, statements: after.statements - before.statements })
    }
    const mean = (kind: 'with' | 'without', figure: keyof Round) =>
      rounds[kind].reduce((sum, round) => sum + round[figure], 0) / rounds[kind].length / DOWNLOADS
    const [cpu, least] = [mean('with', 'cpuMs'), mean('without', 'cpuMs')]
    const more = mean('with', 'statements') - mean('without', 'statements')
    return [
      { name: 'rules.download', value: cpu, unit: 'ms', limit: least * MOST_TIMES, ratio: cpu / least },
      {
        name: 'rules.statements',
        value: more,
        unit: 'more a download',
        limit: MOST_STATEMENTS_MORE,
        ratio: more / MOST_STATEMENTS_MORE,
      },
    ]
  } finally {
    phones.kill()
    await portal.stop()
  }
}

async function meter(portal: Portal): Promise<Round> {
  return { cpuMs: await portal.cpuMs(), statements: (await portal.statements()).statements }
}

async function makeCodes({ client }: Portal): Promise<string[]> {
  const configurationId = await configured(client)
  const rows = subscribers(WARM_UP + ROUNDS.length * DOWNLOADS)
  const { id } = await generated(client, { configurationId, rows })
  return await codesOf(client, id)
}

/** Rules that ask for the events of a download, and whose conditions none of them meets. */
async function addRules({ client }: Portal): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < rule.RULES_MAX; n += 1) {
    const when = { events: [EVENTS[n % EVENTS.length]!] }
    const conditions = { devices: [`Model ${n}`], regions: ['XX'] }
    const fields = { name: `Rule ${n}`, when, conditions, actions: [{ kind: 'NOTIFY' as const }] }
    ids.push((await client.ask(rule.add, { fields })).id)
  }
  return ids
}

async function setActive({ client }: Portal, ids: readonly string[], active: boolean): Promise<void> {
  for (const id of ids) await client.ask(active ? rule.resume : rule.pause, { id })
}
