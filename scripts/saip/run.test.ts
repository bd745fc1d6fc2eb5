import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runSaip } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'saip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const bytesOfHash = 'ab'.repeat(20)
const KI = '7d3e91c4a5084fb26e1a97c3d0528bf6'
const description = write(
  'acme.yaml',
  `
profileName: Acme
algorithm: MILENAGE
hplmn:
  - { plmn: '24001', access: [E-UTRAN, NG-RAN] }
fplmn: ['26203']
emergencyNumbers: ['112', { number: '114', name: Police, services: [police] }]
applets:
  ara:
    rules: [{ certificateHash: ${bytesOfHash}, packageName: com.acme.carrier }]
`,
)
const values = {
  iccid: '8946010000000000001',
  imsi: '240011234567895',
  ki: KI,
  opc: '298cbe9bc24cbac6538e9afbd1056a00',
  pin1: '0000',
  pin2: '4711',
  puk1: '27182818',
  puk2: '31415926',
  adm1: '16180339',
  ota: {
    kic: 'd92c4f0e7ba3156a88c1f29e0473bd5a',
    kid: '1f6e93ad04c8527bb0d2e9473c8a61f5',
    kik: 'a7350be2916fc84d2b90d36e7f14c58a',
  },
}
const keys = write('keys.json', JSON.stringify(values))

function run(...args: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const code = runSaip(args, { print: (text) => lines.push(text), complain: (text) => complaints.push(text) })
  return { code, text: lines.join('\n'), complaint: complaints.join('\n') }
}

const upp = join(folder, 'acme.der')
const built = run('build', description, '--keys', keys, '--out', upp)

test('a package is built from a description and keys, for its owner only', () => {
  expect(built).toEqual({ code: 0, text: `${upp}: ${statSync(upp).size} bytes`, complaint: '' })
  expect(statSync(upp).mode & 0o777).toBe(0o600)
})

test('a package is inspected in DER, hex and Base64 with the same result', () => {
  const bytes = readFileSync(upp)
  const texts = [upp, write('acme.hex', `${bytes.toString('hex')}\n`), write('acme.b64', bytes.toString('base64'))].map(
    (file) => run('inspect', file),
  )
  expect(texts.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
  expect(texts[0]!.text).toMatch(/ EF\.IMSI 3f007ff06f07\n.*\n.*\n.*\n +240011234567895|= 240011234567895/)
  expect(texts[0]!.text).toContain('240-01 over E-UTRAN, NG-RAN')
  expect(texts[0]!.text).toContain('114 police (Police)')
  expect(texts[0]!.text).toContain('package com.acme.carrier')
})

test('keys are shown on demand only, and not of standard input', () => {
  expect(run('inspect', upp).text).not.toContain(KI)
  expect(run('inspect', upp, '--json').text).not.toContain(KI)
  expect(run('inspect', upp, '--show-keys').text).toContain(KI)
  expect(run('inspect', '-', '--show-keys')).toMatchObject({ code: 2, complaint: /standard input/ })
})

test('a sound package has no errors; a broken one has exit code 1 and the clause', () => {
  expect(run('check', upp)).toEqual({ code: 0, text: `${upp}: 0 errors, 0 warnings`, complaint: '' })
  const bytes = readFileSync(upp)
  const broken = write('broken.der', bytes.subarray(0, bytes.length - 9))
  const { code, text } = run('check', upp, broken)
  expect(code).toBe(1)
  expect(text).toContain('error end-last (8.10)')
})

test.each([
  ['18 digits', '894601000000000001', '894601000000000001'],
  ['19 digits', '8946010000000000001', '8946010000000000001'],
  ['19 digits and F, in groups', '8946 0100 0000 0000 001F', '8946010000000000001'],
  ['20 digits', '89460100000000000017', '89460100000000000017'],
])('a package with an ICCID of %s is built and has no errors', (name, iccid, card) => {
  const file = join(folder, `${card}.der`)
  const keysOfCard = write(`${card}.json`, JSON.stringify({ ...values, iccid }))
  expect(run('build', description, '--keys', keysOfCard, '--out', file), name).toMatchObject({ code: 0 })
  expect(run('check', file)).toEqual({ code: 0, text: `${file}: 0 errors, 0 warnings`, complaint: '' })
  expect(run('inspect', file).text).toContain(`= ${card}\n`)
})

test('two packages are compared in words', () => {
  const other = join(folder, 'other.der')
  const changed = write('other.yaml', readFileSync(description, 'utf8').replace('26203', '26204'))
  const otherKeys = write('other.json', JSON.stringify({ ...values, ki: values.ota.kik }))
  run('build', changed, '--keys', otherKeys, '--out', other)
  const { code, text } = run('diff', upp, other)
  expect(code).toBe(1)
  expect(text).toContain('  - 262-03\n  + 262-04')
  expect(text).toContain('Another value, not shown')
  expect(text).not.toContain(values.ota.kik)
  expect(run('diff', upp, upp)).toMatchObject({ code: 0, text: 'No differences.' })
})

test.each<[string, string[], RegExp]>([
  ['no command', [], /COMMAND FILE/],
  ['an unknown command', ['explode', 'x'], /no command explode/],
  ['an unknown option', ['check', '--loud', 'x'], /loud/],
  ['a missing file', ['inspect', join(folder, 'nothing')], /cannot be read/],
  ['one file to compare', ['diff', upp], /two files/],
  ['a file that is not a package', ['inspect', keys], /byte 2/],
  ['a build without keys', ['build', description], /--keys/],
])('%s is refused with exit code 2', (_what, args, complaint) => {
  expect(run(...args)).toMatchObject({ code: 2, text: '', complaint: expect.stringMatching(complaint) })
})

test.each<[string, string, RegExp]>([
  ['an unknown field', 'profileName: A\nalgorithm: XOR\ncolour: red', /^colour is not known/],
  ['a missing field', 'profileName: A', /^algorithm is missing/],
  ['a wrong type', 'profileName: A\nalgorithm: MILENAGE\nfplmn: 26203', /^fplmn must be a list/],
  ['digits without quotes', 'profileName: A\nalgorithm: MILENAGE\nfplmn: [26203]', /^fplmn\[0\] must be a text/],
  ['an unknown value', 'profileName: A\nalgorithm: COMP128', /^algorithm must be MILENAGE or TUAK or XOR/],
  ['a wrong network', "profileName: A\nalgorithm: MILENAGE\nfplmn: ['2']", /^fplmn: A network is MCC and MNC/],
  ['broken YAML', 'profileName: [', /line 1|line 2/],
  [
    'a billion laughs',
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]`,
    /not YAML/,
  ],
])('a description with %s is refused with the field or line', (_what, yaml, complaint) => {
  const out = join(folder, 'never.der')
  const result = run('build', write('bad.yaml', yaml), '--keys', keys, '--out', out)
  expect(result).toMatchObject({ code: 2, complaint: expect.stringMatching(complaint) })
  expect(() => statSync(out)).toThrow()
})

test('no complaint about keys contains one', () => {
  const bad = write('bad-keys.json', JSON.stringify({ ...values, ki: `${KI}zz` }))
  const { code, complaint } = run('build', description, '--keys', bad, '--out', join(folder, 'never.der'))
  expect(code).toBe(2)
  expect(complaint).toBe('ki must be hexadecimal, in quotes.')
})
