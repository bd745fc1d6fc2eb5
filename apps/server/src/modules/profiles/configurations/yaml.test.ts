import { Problem } from '@simwright/contract'
import { parseStored } from '@simwright/contract/profiles/configuration'
import { accessTechnologies, configurationFields } from '@simwright/contract/profiles/configuration-field'
import { ConfigurationFields } from '@simwright/contract/profiles/configuration-rule'
import fc from 'fast-check'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { TEST_TASKS } from '../../../testing/program.ts'
import { WorkerPool } from '../../../worker/worker-pool.ts'
import { writeYaml } from './version-service.ts'
import { checkInProcess } from './yaml-process.ts'
import { readYaml } from './yaml-read.ts'

const plain = `
name: Retail
type: Regular
profileName: Retail plan
confirmationCode:
  mode: none
`

const taskFor = { workers: new WorkerPool(TEST_TASKS), tenant: 'one' }

/** Nothing is stored. */
const answer = async () => ({ hasCode: false, code: {}, codeFaults: [] })

/** The texts of the faults with which a document is refused; undefined if it is accepted. */
async function faultsOf(text: string): Promise<string[] | undefined> {
  try {
    await checkInProcess(taskFor, { text, use: 'save' }, answer)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.faults?.map((fault) => fault.text)
    throw error
  }
}

describe('a YAML document', () => {
  const plmn = fc.constantFrom('26201', '00101', '310260', '00000', '23415')
  const access = fc.subarray([...accessTechnologies], { minLength: 1 })
  const networks = fc.array(fc.record({ plmn, access }), { maxLength: 4 })
  const words = (max: number) =>
    fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }),
        fc.constantFrom(
          'no',
          'null',
          '~',
          '0x1F',
          '1e5',
          '- a',
          '# x',
          '{a}',
          "'",
          '"',
          '\u2028',
          'a: b',
          '*x',
          '!x',
          '?',
        ),
      )
      .map((text) => text.trim().slice(0, max))
      .filter((text) => text !== '' && text.isWellFormed())
  const hex = fc.constantFrom('', '12', '0123', '1e10', '00', 'AbCd')
  const fields = fc.record({
    name: words(64),
    type: fc.constantFrom('Regular', 'Conformance_Test'),
    profileName: words(20),
    serviceProviderName: words(32),
    hplmn: networks,
    oplmn: networks,
    ehplmn: fc.array(plmn, { maxLength: 4 }),
    rplmn: fc.option(plmn, { nil: undefined }),
    pnn: fc.option(fc.record({ fullName: words(32), shortName: words(16) }), { nil: undefined }),
    gid1: hex,
    gid2: hex,
    smsp: fc.constantFrom('', '0171', '+4917'),
    fiveG: fc.option(
      fc.record({
        protectionScheme: fc.constant('null'),
        routingIndicator: fc.constantFrom('0', '0012', '17'),
        suciCalculation: fc.constantFrom('ME', 'USIM'),
      }),
      { nil: undefined },
    ),
    confirmationCode: fc.record({ mode: fc.constantFrom('none', 'fixed', 'random') }),
    acLifetimeDays: fc.option(fc.integer({ min: 1, max: 3650 }), { nil: undefined }),
    allowDeviceChange: fc.boolean(),
  })

  test('is read back as it was written, for any configuration', () => {
    fc.assert(
      fc.property(fields, (values) => {
        const stored = parseStored(values)
        const document = readYaml(configurationFields, writeYaml(configurationFields, stored))
        expect(parseStored(document.parse(ConfigurationFields))).toEqual(stored)
      }),
      { numRuns: inject('propertyCases') },
    )
  })

  test('has the fields in the order of the form, one network per line, no comment and no write-only value', () => {
    const stored = ConfigurationFields.parse({
      confirmationCode: { mode: 'fixed', code: '4711' },
      oplmn: [
        { access: ['E-UTRAN', 'NG-RAN'], plmn: '00101' },
        { plmn: '310260', access: ['GSM'] },
      ],
      profileName: 'Retail plan',
      name: 'Retail',
      type: 'Regular',
    })
    const text = writeYaml(configurationFields, parseStored(stored))
    const keys = [...text.matchAll(/^(\w+):/gm)].map(([, key]) => key)
    expect(keys).toEqual(Object.keys(configurationFields).filter((name) => keys.includes(name)))
    expect(text).toContain(
      'oplmn:\n  - { plmn: "00101", access: [ E-UTRAN, NG-RAN ] }\n  - { plmn: "310260", access: [ GSM ] }\n',
    )
    expect(text).not.toMatch(/#|4711/)
  })

  test('quotes texts that programs with YAML 1.1 read as another type', () => {
    const values = { name: 'no', type: 'Regular', profileName: '0o17', confirmationCode: { mode: 'none' } }
    const text = writeYaml(configurationFields, parseStored(values))
    expect(text).toContain('name: "no"\n')
    expect(text).toContain('profileName: "0o17"\n')
  })

  test('may leave out fields, and leave values empty', async () => {
    expect(await faultsOf(`${plain}rplmn:\nfiveG: ~\n`)).toBeUndefined()
  })

  test.each(['- a', 'a text', '7', ''])('is refused if it has no fields: %j', async (text) => {
    expect(await faultsOf(text)).toEqual(['Line 1: A document has one field in each line, such as `name: Retail`.'])
  })

  test.each([
    ['an unknown key', 'color: red', ['Line 7: Unknown key "color".']],
    [
      'an unknown key in a group',
      'pnn:\n  fullName: A\n  long: B',
      ['Line 9, Network name (PNN): Unknown key "long".'],
    ],
    [
      'an unknown key in a network',
      'hplmn:\n  - { plmn: "26201", access: [ GSM ] }\n  - { plmn: "26202", access: [ GSM ], band: 3 }',
      ['Line 9, Home network (HPLMN), entry 2: Unknown key "band".'],
    ],
    ['digits without quotes', 'rplmn: 00101', ['Line 7, RPLMN: This is a text: put it in quotes.']],
    [
      'digits without quotes in a list',
      'ehplmn: [ "26201", 26202 ]',
      ['Line 7, EHPLMN, entry 2: This is a text: put it in quotes.'],
    ],
    [
      'numbers in a list of texts',
      'emergencyNumbers: [ 112 ]',
      ['Line 7, Emergency numbers, entry 1: This is a text: put it in quotes.'],
    ],
    [
      'an unknown service of an emergency number',
      'emergencyNumbers:\n  - { number: "112", services: [ army ] }',
      [
        'Line 8, Emergency numbers, entry 1: Known: police, ambulance, fire, marine, mountain, manual-ecall, automatic-ecall.',
      ],
    ],
    [
      'digits without quotes in the networks of a name, and a text instead of a number',
      'networkNames:\n  - { fullName: A, networks: [ 26201 ] }\n  - { fullName: B, networks: [ "26202" ], firstArea: "5" }',
      [
        'Line 8, Names of other networks, entry 1: This is a text: put it in quotes.',
        'Line 9, Names of other networks, entry 2: A whole number.',
      ],
    ],
    [
      'a last area without a first one',
      'networkNames:\n  - { fullName: A, networks: [ "26201" ], lastArea: 5 }',
      ['Line 8, Names of other networks, entry 1: Required.'],
    ],
    ['a list instead of a text', 'gid1: [ "A1" ]', ['Line 7, GID1: Invalid gid1.']],
    ['a text instead of a number', 'maxRedownloads: many', ['Line 7, Max re-downloads: A whole number.']],
    ['a text instead of a switch', 'rotation: yes', ['Line 7, Rotation: Invalid rotation.']],
    ['a value out of range', 'maxRedownloads: 101', ['Line 7, Max re-downloads: Up to 100.']],
    [
      'a network out of the rule',
      'hplmn:\n  - { plmn: "2620", access: [ GSM ] }',
      ['Line 8, Home network (HPLMN), entry 1: Invalid PLMN. MCC and MNC together are 5 or 6 digits.'],
    ],
    [
      'a rule between fields',
      'ehplmn: [ "26201" ]\nfplmn:\n  - "26201"',
      ['Line 8, FPLMN: The home network 26201 cannot be a forbidden network.'],
    ],
    ['a key twice', 'rplmn: "26201"\nrplmn: "26202"', ['Line 8: Map keys must be unique.']],
    ['a tag', 'gid1: !!binary AAAA', ['Line 7: Tags, such as !!binary, are not allowed.']],
    ['a second document', '---\nname: B', ['Line 7: A second document begins here. Import one document at a time.']],
    ['a tab as indentation', 'pnn:\n\tfullName: A', [expect.stringMatching(/^Line 8: /)]],
  ])('with %s is refused with line and field', async (_what, more, faults) => {
    expect(await faultsOf(`${plain}${more}\n`)).toEqual(faults)
  })

  test('that lacks a required field is refused', async () => {
    expect(await faultsOf('type: Regular\nconfirmationCode: { mode: none }\n')).toEqual([
      'Line 1, Configuration name: Required.',
      'Line 1, Profile name: Required.',
    ])
  })

  test.each(['', 'Retail', '- a', '[]', '%', '"'])('that is not a map of fields is refused: %j', async (text) => {
    expect(await faultsOf(text)).toEqual([expect.stringMatching(/^Line 1: /)])
  })

  test('may use a few aliases, but they may not multiply', async () => {
    const several = 'plmn:\n  - { plmn: "22801", access: &all [ GSM ] }\n  - { plmn: "22802", access: *all }\n'
    expect(await faultsOf(`${plain}${several}`)).toBeUndefined()
    const laughs = [
      'a: &a [ x, x, x ]',
      ...'bcdef'.split('').map((name, index) => {
        const previous = 'abcde'[index]
        return `${name}: &${name} [ *${previous}, *${previous}, *${previous} ]`
      }),
    ].join('\n')
    expect(await faultsOf(laughs)).toEqual(['Line 1: Up to 20 aliases (*name) are allowed.'])
    const many = `a: &a x\nb: [ ${Array.from({ length: 21 }, () => '*a').join(', ')} ]`
    expect(await faultsOf(many)).toEqual(['Line 2: Up to 20 aliases (*name) are allowed.'])
  })

  test.each(['[', '- ', '{a: ', '? '])('nested without end is refused: %j', async (opening) => {
    const deep = ['Line 1: Nested too deeply.']
    expect(await faultsOf(opening.repeat(9_000))).toEqual(deep)
    expect(await faultsOf(opening.repeat(20_000))).toEqual(deep)
  })

  test.each([
    ['maps', `${'{a: '.repeat(1_200)}1${'}'.repeat(1_200)}`],
    ['lists', `name: ${'['.repeat(7_000)}${']'.repeat(7_000)}`],
    ['maps that are few but deeper than any configuration', `${'{a: '.repeat(52)}1${'}'.repeat(52)}`],
    ['unclosed maps', '{a: '.repeat(4_000)],
  ])('that nests too deeply is refused: %s', async (_, text) => {
    expect((await faultsOf(text))?.[0]).toMatch(/^Line 1: Nested too deeply\.$/)
  })

  describe('too long for the thread that answers requests', () => {
    const network = (plmn: string) => `  - { plmn: "${plmn}", access: [ GSM, UTRAN, E-UTRAN, NG-RAN ] }`
    const networks = Array.from({ length: 10_000 }, (_, index) => network(String(20_000 + index)))
    const long = (lines: readonly string[]) => `${plain}oplmn:\n${lines.join('\n')}\n`

    test('is read by another, while this one goes on: 10,000 networks', async () => {
      const workers = new WorkerPool(TEST_TASKS)
      onTestFinished(() => workers.close())
      const processes: number[] = []
      const timer = setInterval(() => processes.push(workers.processes), 1)
      const order = { text: long(networks), use: 'save' } as const
      const { oplmn } = (await checkInProcess({ workers, tenant: 'one' }, order, answer)).result
      clearInterval(timer)
      expect(processes).toContain(1)
      expect(oplmn).toHaveLength(10_000)
      expect(oplmn.at(-1)).toEqual({ plmn: '29999', access: [...accessTechnologies] })
    })

    test('is compared there, so that its fields need not come here', async () => {
      const asked: string[] = []
      const fields = readYaml(configurationFields, plain).parse(ConfigurationFields)
      const stored = { id: crypto.randomUUID(), version: 3, fields }
      const order = { text: long(networks.slice(0, 50)), use: 'compare' } as const
      const { result } = await checkInProcess(taskFor, order, async ({ name }) => {
        asked.push(name)
        return { ...(await answer()), stored }
      })
      expect(asked).toEqual(['Retail'])
      const { changes, ...rest } = result
      expect(rest).toEqual({ name: 'Retail', id: stored.id, version: 3, codeNotCompared: false })
      expect(changes).toEqual([{ path: 'oplmn', before: '[]', after: expect.stringMatching(/^\[\{"access":\["GSM"/) }])
    })

    test('is refused when what the database has does not suit it', async () => {
      const codeFaults = [{ path: 'fields.customApplet.file', rule: 'unknown', text: 'No such file.' }]
      const unsuited = async () => ({ ...(await answer()), codeFaults })
      const { buildFaults } = await checkInProcess(
        taskFor,
        { text: long(networks.slice(0, 50)), use: 'compare' },
        unsuited,
      )
      expect(buildFaults).toEqual(codeFaults)
      const withMode = long(networks.slice(0, 50)).replace('mode: none', 'mode: fixed')
      expect(await faultsOf(withMode)).toEqual(['Line 5, Fixed confirmation code: Required.'])
    })

    test('is refused with line and field, as a short one', async () => {
      const nested = '  -\n    plmn: "26201"\n    access:\n      - GSM\n      - WIFI'
      const faults = await faultsOf(long([...networks.slice(0, 1_000), network('2620'), nested]))
      expect(faults).toEqual([
        'Line 1008, OPLMN, entry 1001: Invalid PLMN. MCC and MNC together are 5 or 6 digits.',
        expect.stringMatching(/^Line 1013, OPLMN, entry 1002: /),
      ])
      expect(await faultsOf(`${long(networks.slice(0, 1_000))}gid1: !!binary AAAA\n`)).toEqual([
        'Line 1008: Tags, such as !!binary, are not allowed.',
      ])
    })

    test('is refused when aliases multiply', async () => {
      const laughs = Array.from({ length: 6 }, (_, level) => {
        const entry = level === 0 ? 'x' : `*a${level - 1}`
        return `a${level}: &a${level} [ ${entry}, ${entry}, ${entry} ]`
      })
      const comment = '# '.repeat(20_000)
      expect(await faultsOf(`${laughs.join('\n')}\n${comment}\n`)).toEqual([
        'Line 1: Up to 20 aliases (*name) are allowed.',
      ])
    })
  })
})
