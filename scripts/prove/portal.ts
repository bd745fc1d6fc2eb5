import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { DEVICE_MODELS, downloadProfile, imeiOf, testEid, testEuicc } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { generateOneTimeKey } from '@simwright/rsp'
import { sourcesOf } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { systemClock } from '../../apps/server/src/runtime/clock.ts'
import { systemRandom } from '../../apps/server/src/runtime/random.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { type Running, startServer } from '../../apps/server/src/testing/killed-server.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import type { Scene } from './scene-process.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

type Settings = Record<string, string>

export async function createScene(settings: Settings, root = ROOT): Promise<Scene> {
  const child = fork(join(root, 'scripts', 'prove', 'scene-process.ts'), { serialization: 'advanced' })
  const failed = once(child, 'exit').then(() => {
    throw new Error('the enterprise could not be created')
  })
  child.send(settings)
  const [scene] = (await Promise.race([once(child, 'message'), failed])) as [Scene]
  await failed.catch(() => {})
  return scene
}

export async function startPortal(settings: Settings, { cookies }: Scene, root = ROOT): Promise<Running> {
  return await startServer(settings, cookies, join(root, 'apps', 'server', 'src', 'main.ts'))
}

export async function stopPortal({ child, gone }: Running): Promise<void> {
  child.kill('SIGTERM')
  await gone
}

export type Ended = { isDone: boolean; output: string }

/** Runs a command of the server, such as `backup/backup-main.ts`. */
export async function runCommand(words: readonly string[], env: Settings, root = ROOT): Promise<Ended> {
  const [entry = '', ...rest] = words
  const child = spawn(process.execPath, [join(root, 'apps', 'server', 'src', entry), ...rest], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { isDone: code === 0, output: output.trim() }
}

/** Generates profiles and returns their activation codes. */
export async function generateCodes(client: Client, count: number): Promise<string[]> {
  const configurationId = await configured(client)
  const { id } = await generated(client, { configurationId, rows: subscribers(count) })
  const codes: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.ask(batch.rows, { id, limit: 200, ...(cursor ? { cursor } : {}) })
    codes.push(...page.items.map(({ activationCode }) => activationCode!))
    cursor = page.next ?? undefined
  } while (cursor)
  return codes
}

export type Downloads = {
  scene: Scene
  smdpPort: number
  codes: readonly string[]
  atOnce: number
  /** Makes the EIDs of several runs distinct. */
  firstSerial?: number
  /** When aborted, no phone begins another download. */
  enough?: AbortSignal
  onInstalled?: (count: number) => void
}

/** Downloads each code with a different phone. @returns the codes whose profile was installed and reported */
export async function downloadAll(downloads: Downloads): Promise<string[]> {
  const { scene, smdpPort, codes, atOnce, firstSerial = 1, enough, onInstalled } = downloads
  const { eum, ci } = scene.issuer
  const sources = sourcesOf({ clock: systemClock, random: systemRandom })
  const connectTo = () => ({ address: '127.0.0.1', port: smdpPort })
  const transport = createHttpsTransport({ ca: [ci.certificate], connectTo, maxSockets: atOnce })
  const installed: string[] = []
  let next = 0
  const phone = async () => {
    for (let index = next++; index < codes.length && !enough?.aborted; index = next++) {
      const serial = firstSerial + index
      const { tac, capabilities } = DEVICE_MODELS[serial % DEVICE_MODELS.length]!
      const { euicc } = testEuicc({ eid: testEid(serial), eum, ciRoots: [ci.certificate], generateOneTimeKey, sources })
      const device = { tac, imei: imeiOf(tac, serial), capabilities }
      const result = await downloadProfile({
        euicc,
        device,
        transport: transport.send,
        activationCode: codes[index]!,
      })
      if (result.outcome !== 'installed' || result.notifications.delivered.length !== 1) {
        console.log(`a download failed: ${JSON.stringify(result)}`)
        continue
      }
      installed.push(codes[index]!)
      onInstalled?.(installed.length)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, phone))
    return installed
  } finally {
    transport.close()
  }
}

/** The number of profiles in the fleet, and of those installed on a device. */
export async function countProfiles(client: Client): Promise<{ total: number; installed: number }> {
  const { total } = await client.ask(fleet.count, { filter: {}, exact: true })
  const { total: installed } = await client.ask(fleet.count, { filter: { status: ['INSTALLED'] }, exact: true })
  return { total, installed }
}

export type ChainCheck = { isWhole: boolean; checked: number }

export async function checkAuditChain(client: Client): Promise<ChainCheck> {
  const { checked, firstBad } = await client.ask(audit.verify, {})
  return { isWhole: firstBad === null && checked > 0, checked }
}
