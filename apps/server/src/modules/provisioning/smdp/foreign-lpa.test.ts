import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { iccidToBytes } from '@simwright/ids'
import { writePem } from '@simwright/x509'
import { afterAll, expect, test } from 'vitest'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { openTestIssuer } from './service.ts'

const ROOT = resolve(import.meta.dirname, '../../../../../..')
const folder = mkdtempSync(join(tmpdir(), 'simwright-foreign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

const run = promisify(execFile)

test('a third-party LPA downloads, enables and notifies over the Brainpool port', async () => {
  const { server, order, shown, configured } = await smdpScene({ settings: { SMDP_PORT: '0,0' } })
  const { ci, eum } = await openTestIssuer(server, 'brainpoolP256r1')
  writeFileSync(at('CERT_CI_ECDSA_BRP.der'), ci.certificate)
  writeFileSync(at('CERT_EUM_ECDSA_BRP.der'), eum.certificate)
  writeFileSync(at('SK_EUM_ECDSA_BRP.pem'), writePem('PRIVATE KEY', eum.privateKey))
  const configurationId = await configured({ name: 'Brainpool', issuer: 'BRP' })
  const euicc = ['npm', 'run', 'euicc', '--', '--stdio', '--certs', folder, '--set', 'BRP', '--state', at('euicc.json')]

  async function download() {
    const { activationCode, profileId, iccid } = await order({}, configurationId)
    const lpa = [join(ROOT, 'tests/foreign/lpa-process.ts'), activationCode, at('CERT_CI_ECDSA_BRP.der'), ...euicc]
    const { stdout } = await run(process.execPath, lpa, { cwd: ROOT })
    const { status, orderState, eid } = await shown(profileId)
    const swapped = Buffer.from(iccidToBytes(iccid)).toString('hex')
    return { seen: JSON.parse(stdout) as unknown, status, orderState, eid, swapped }
  }

  const first = await download()
  expect(first).toMatchObject({
    status: 'ENABLED',
    orderState: 'Installed',
    seen: { notified: 1, enabled: 1, listed: [{ iccid: first.swapped, state: 1 }] },
  })
  expect(statSync(at('euicc.json')).mode & 0o777).toBe(0o600)

  // the same eUICC continues from its state file: enabling the second profile disables the first
  const second = await download()
  expect(second.eid).toBe(first.eid)
  expect(second.seen).toMatchObject({
    listed: [
      { iccid: first.swapped, state: 0 },
      { iccid: second.swapped, state: 1 },
    ],
  })
})
