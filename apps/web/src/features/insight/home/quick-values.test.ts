import { describe, expect, test } from 'vitest'
import { emptyQuickValues, inputOf, QuickForm, type QuickValues } from './quick-values.ts'

const filled: QuickValues = {
  ...emptyQuickValues,
  configurationId: '01a1fc00-33eb-7a14-a0b0-9af5d2f4e421',
  iccid: ' 89490120000000000010 ',
  imsi: '262019000000001',
  ki: '00'.repeat(16),
  opc: '11'.repeat(16),
}

const noIms = { withIms: false }

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
    expect(inputOf(values, { withIms: true })).toMatchObject({
      impi: 'anna@ims.example',
      impu: ['sip:anna@ims.example', 'tel:+491701234567'],
    })
    for (const sent of [inputOf(values, noIms), inputOf(filled, { withIms: true })]) {
      expect(sent).not.toHaveProperty('impi')
      expect(sent).not.toHaveProperty('impu')
    }
  })
})
