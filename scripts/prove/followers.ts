import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { Client } from '../../apps/server/src/testing/client.ts'
import type { Running } from '../../apps/server/src/testing/killed-server.ts'
import { parseStat } from '../test/processor-time.ts'

export const FOLLOWERS = 200
/** Addresses of one network share a limit of 20 streams. */
const PER_ADDRESS = 10
const WATCHED_MS = 20_000
/** Share of one core that followers may take, of the server and its database together. */
const MOST_SHARE = 0.15

/**
 * Follows the public pages of so many activation codes at once, each with its own stream, from 20 addresses. The server trusts
 * the addresses of the header (`TRUST_PROXY`). Linux only: processor time is read from /proc.
 */
export async function proveFollowers({ child, client }: Running, codes: readonly string[]): Promise<boolean> {
  const slugs = await slugsOf(client, codes)
  const idle = await shareOf(child.pid!)
  const visitor = new Client(client.url)
  const streams = slugs.map((slug, at) => {
    const headers = { 'x-forwarded-for': `198.51.${Math.floor(at / PER_ADDRESS)}.7` }
    return visitor.events(delivery.publicCourse, { slug }, { headers, token: null })[Symbol.asyncIterator]()
  })
  const states = await Promise.all(streams.map((stream) => stream.next()))
  const isFollowing = states.every(({ value }) => value?.state === 'ready')
  const share = (await shareOf(child.pid!)) - idle
  const holds = isFollowing && share <= MOST_SHARE
  const percent = (part: number) => `${(part * 100).toFixed(1)} % of a core`
  console.log(
    `${holds ? 'yes' : 'NO '}  ${FOLLOWERS} streams of public pages: ${percent(share)} (without: ${percent(idle)})`,
  )
  return holds
}

async function slugsOf(client: Client, codes: readonly string[]): Promise<string[]> {
  const slugs: string[] = []
  for (const code of codes) {
    const { items } = await client.ask(fleet.list, { filter: { query: code.split('$')[2] ?? '' } } as never)
    const { link } = await client.ask(fleet.detail, { id: items[0]!.id })
    slugs.push(link!.split('/ac/')[1]!)
  }
  return slugs
}

/** The share of a core that a process and all that it started take. */
async function shareOf(pid: number): Promise<number> {
  const before = secondsOf(pid)
  await sleep(WATCHED_MS)
  return ((secondsOf(pid) - before) * 1000) / WATCHED_MS
}

function secondsOf(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [parseStat(readFileSync(`/proc/${name}/stat`, 'utf8'))] : []
    } catch {
      // it ended meanwhile
      return []
    }
  })
  const inTree = (one: { pid: number; parent: number } | undefined): boolean =>
    one !== undefined && (one.pid === pid || inTree(all.find(({ pid: parent }) => parent === one.parent)))
  return all.filter(inTree).reduce((sum, { seconds }) => sum + seconds, 0)
}
