import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as credential from '@simwright/contract/programs/credential'
import { openApiSample, type SampleLanguage, sampleLanguages } from '@simwright/contract/programs/open-api-sample'
import { afterAll, expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import { testServer } from '../../../testing/server.ts'

const t = await testServer()
const { owner } = await t.enterprise('Sample reader')
await configured(owner)
const keys = await owner.ask(credential.create, { name: 'Sample' })
const folder = mkdtempSync(join(tmpdir(), 'simwright-sample-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = promisify(execFile)

const programs: Readonly<Record<SampleLanguage, { command: string; file: string }>> = {
  curl: { command: 'bash', file: 'sample.sh' },
  typescript: { command: process.execPath, file: 'sample.mts' },
  python: { command: 'python3', file: 'sample.py' },
  java: { command: 'java', file: 'Sample.java' },
}

const installed = async (command: string) =>
  await run(command, [command === 'openssl' ? 'version' : '--version']).then(
    () => true,
    () => false,
  )
const needed = {
  curl: ['bash', 'curl', 'openssl'],
  typescript: [],
  python: ['python3'],
  java: ['java', 'javac'],
} as const
const missing = new Map<SampleLanguage, string>()
for (const language of sampleLanguages)
  for (const command of needed[language]) if (!(await installed(command))) missing.set(language, command)

for (const language of sampleLanguages)
  test.skipIf(missing.has(language))(`the sample in ${language} makes its call`, async () => {
    const { command, file } = programs[language]
    const path = join(folder, file)
    writeFileSync(path, openApiSample(language, t.url))
    const env = { PATH: process.env.PATH, ACCESS_KEY: keys.accessKey, SECRET_KEY: keys.secretKey }
    const { stdout } = await run(command, [path], { env })
    expect(JSON.parse(stdout)).toMatchObject({ code: '00000', obj: { configs: ['Test network'] } })
  })

test('only Python and Java may be missing on this machine, and the keys are in no sample', () => {
  expect([...missing.keys()].filter((language) => language !== 'python' && language !== 'java')).toEqual([])
  for (const language of sampleLanguages) expect(openApiSample(language, t.url)).not.toContain('SWAK')
})
