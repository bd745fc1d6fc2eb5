import { randomBytes } from 'node:crypto'
import * as configuration from '@simwright/contract/profiles/configuration'
import { builtTypes, type ConfigurationType, typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { Algorithm } from '@simwright/contract/profiles/subscriber-key'
import { hasField } from '@simwright/contract/profiles/type-field'
import { enableProfile } from '@simwright/euicc'
import { type CardImage, decodeProfile, expandPackage } from '@simwright/saip'
import { afterAll, expect, test } from 'vitest'
import { cardReader } from '../../../testing/card-reader.ts'
import { type ExampleField, factText, fieldExamples } from '../../../testing/field-example.ts'
import { cardKeysOf } from '../../../testing/generated.ts'
import { type Ordered, smdpScene } from '../../../testing/smdp-scene.ts'
import { sampleParts } from '../../profiles/configurations/service.ts'
import { assemblePackage, readyConfiguration } from './package.ts'

const scene = await smdpScene()

/** Fields that are set in one configuration: none changes the file of another one. */
type Group = { type: ConfigurationType; algorithm: Algorithm; fields: ExampleField[] }

/** The fields that configurations of this type can set, in as few configurations as possible. */
function groupsOf(type: ConfigurationType): Group[] {
  const groups: Group[] = []
  for (const field of Object.keys(fieldExamples) as ExampleField[]) {
    const { card, with: more = {} } = fieldExamples[field]
    const { algorithm = 'MILENAGE' } = more
    if (!hasField(type, field) || !typeFacts[type].algorithms.includes(algorithm)) continue
    const isFree = (group: Group) =>
      group.algorithm === algorithm &&
      group.fields.every((other) => fieldExamples[other].card[0] !== card[0] && !(other in more))
    const group = groups.find(isFree)
    if (group) group.fields.push(field)
    else groups.push({ type, algorithm, fields: [field] })
  }
  return groups
}

const groups = builtTypes.flatMap(groupsOf)

/** For each field: the types whose card has its value. */
const proved = new Map<ExampleField, ConfigurationType[]>()

const nameOf = ({ type, algorithm, fields }: Group) => `${type}, ${algorithm}: ${fields.join(', ')}`

type Delivered = Ordered & { keys: Awaited<ReturnType<typeof cardKeysOf>> }

/** The package as the SM-DP+ built it, for properties that no command of a card returns; only the Recycle key is another. */
async function deliveredImage(configurationId: string, { iccid, subscriber, keys }: Delivered): Promise<CardImage> {
  const { fields } = await scene.enterprise.owner.ask(configuration.get, { id: configurationId })
  const person = { iccid, imsi: subscriber.IMSI!, msisdn: null }
  const recycle = { key: randomBytes(16), expireTime: undefined }
  const ready = readyConfiguration(fields, sampleParts)
  return expandPackage(decodeProfile(assemblePackage(ready, person, { keys, upp: undefined, recycle })))
}

test.each(groups.map((group) => [nameOf(group), group] as const))('%s', async (name, group) => {
  const values = group.fields.map((field) => ({ ...fieldExamples[field].with, [field]: fieldExamples[field].value }))
  const fields: Partial<configuration.ConfigurationInput> = Object.assign({}, ...values)
  const { type, algorithm } = group
  // the algorithm of a type that has only one is not a field
  const chosen = hasField(type, 'algorithm') ? algorithm : undefined
  const configurationId = await scene.configured({
    ...fields,
    name: `${groups.indexOf(group)} ${name}`.slice(0, 64),
    type,
    algorithm: chosen,
  })
  const ordered = await scene.order({ ki: undefined, opc: undefined, makeKeys: true }, configurationId)
  const phone = scene.phones.phone()
  expect(await phone.download(ordered.activationCode)).toMatchObject({ outcome: 'installed' })
  await enableProfile(phone, ordered.iccid)
  const card = cardReader(phone)
  const keys = await cardKeysOf(scene, scene.enterprise, ordered.iccid)
  if (group.fields.includes('isPin1Enabled')) card.verifyPin(keys.pin1)
  const image = await deliveredImage(configurationId, { ...ordered, keys })
  for (const field of group.fields) {
    const [file, content] = fieldExamples[field].card
    expect(factText(image, file) ?? card.file(file), field).toMatch(new RegExp(`^${content}`))
    proved.set(field, [...(proved.get(field) ?? []), type])
  }
})

afterAll(() => {
  const rows = (Object.keys(fieldExamples) as ExampleField[]).map((field) => {
    const { card, clause } = fieldExamples[field]
    return [field, card[0], clause, (proved.get(field) ?? ['not proved']).join(' ')]
  })
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  process.stdout.write(`\nField, file or property, clause, types whose card has the value:\n${lines.join('\n')}\n`)
})

test('every field is proved for a type', () => {
  expect(Object.keys(fieldExamples).filter((field) => !proved.has(field as ExampleField))).toEqual([])
})
