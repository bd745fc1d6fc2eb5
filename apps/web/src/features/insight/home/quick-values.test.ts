import { parseStored } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { describe, expect, test } from 'vitest'
import { moreFieldNames, moreRows, usedMoreFields } from './more-field.ts'
import { emptyQuickValues, inputOf, QuickForm, type QuickValues } from './quick-values.ts'

const fields = parseStored({ name: 'Plan', profileName: 'Plan', type: 'Regular', confirmationCode: { mode: 'none' } })
const withIms = { ...fields, ims: configurationFields.ims.schema.parse({}) }

const filled: QuickValues = {
  ...emptyQuickValues,
  configurationId: '01a1fc00-33eb-7a14-a0b0-9af5d2f4e421',
  iccid: ' 89490120000000000010 ',
  imsi: '262019000000001',
  ki: '00'.repeat(16),
  opc: '11'.repeat(16),
}

const noIms = usedMoreFields(fields)

describe('quick generate', () => {
  test('keys are required unless the portal generates them', () => {
    const without = { ...filled, ki: '', opc: '' }
    expect(QuickForm.safeParse(without).error?.issues.map(({ path }) => path.join('.'))).toEqual(['ki', 'opc'])
    expect(QuickForm.safeParse({ ...without, keys: 'generate' }).success).toBe(true)
  })

  test('keys typed earlier are not sent when the portal generates the keys', () => {
    const sent = inputOf({ ...filled, keys: 'generate' }, noIms)
    expect(sent).toMatchObject({ makeKeys: true, iccid: '89490120000000000010' })
    expect(sent).not.toHaveProperty('ki')
    expect(sent).not.toHaveProperty('opc')
  })

  test('only the operator key of the chosen form is required and sent', () => {
    const values: QuickValues = { ...filled, form: 'topc', topc: '' }
    expect(QuickForm.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toEqual(['topc'])
    expect(inputOf({ ...values, topc: '22' }, noIms)).not.toHaveProperty('opc')
    expect(inputOf({ ...filled, form: 'none' }, noIms)).not.toHaveProperty('opc')
  })

  test('a package replaces the keys', () => {
    const values: QuickValues = { ...filled, keys: 'package', upp: '' }
    expect(QuickForm.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toEqual(['upp'])
    const sent = inputOf({ ...values, upp: 'A0' }, noIms)
    expect(sent).toMatchObject({ upp: 'A0' })
    expect(sent).not.toHaveProperty('ki')
  })

  test('empty optional fields are not sent', () => {
    expect(Object.keys(inputOf({ ...filled, eid: ' ' }, noIms))).toEqual([
      'configurationId',
      'iccid',
      'imsi',
      'ki',
      'opc',
    ])
  })

  test('the identities of the ISIM are sent only if the configuration has one', () => {
    const values = { ...filled, impi: 'anna@ims.example ', impu: ' sip:anna@ims.example  tel:+491701234567' }
    expect(inputOf(values, usedMoreFields(withIms))).toMatchObject({
      impi: 'anna@ims.example',
      impu: ['sip:anna@ims.example', 'tel:+491701234567'],
    })
    for (const sent of [inputOf(values, noIms), inputOf(filled, usedMoreFields(withIms))]) {
      expect(sent).not.toHaveProperty('impi')
      expect(sent).not.toHaveProperty('impu')
    }
  })

  test('the fields are those that profiles of the configuration can have, in rows of at most two', () => {
    const customApplet = configurationFields.customApplet.schema.parse({})
    const araApplet = { rules: [{ certificateHash: 'ab'.repeat(20), packageName: '', permissions: '' }] }
    expect(usedMoreFields({ ...withIms, customApplet, araApplet })).toEqual(moreFieldNames)
    expect(usedMoreFields(fields)).not.toContain('ara')
    expect(usedMoreFields(fields)).not.toContain('c9')
    expect(usedMoreFields({ ...fields, type: 'UPP' })).toEqual([
      'msisdn',
      'confirmationCode',
      'eid',
      'profileName',
      'spn',
      'ara',
      'expireTime',
      'group',
      'notes',
    ])
    expect(moreRows(['msisdn', 'confirmationCode', 'eid', 'pin1', 'notes'])).toEqual([
      ['msisdn', 'confirmationCode'],
      ['eid'],
      ['pin1'],
      ['notes'],
    ])
  })

  test('networks are sent as a list, with any separators', () => {
    const values = { ...filled, hplmnList: '26201, 26202 26203', spn: 'Bravo' }
    expect(inputOf(values, noIms)).toMatchObject({ hplmnList: ['26201', '26202', '26203'], spn: 'Bravo' })
  })

  test('the install parameters are sent only if the configuration has an applet that takes them', () => {
    const values = { ...filled, c9: 'aabb', pin1: '1379' }
    expect(inputOf(values, usedMoreFields(fields))).toEqual(expect.not.objectContaining({ c9: expect.anything() }))
    expect(inputOf(values, moreFieldNames)).toMatchObject({ c9: 'aabb', pin1: '1379' })
  })
})
