import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'

const CODE = 'LPA:1$smdp.example.com$0A1B2C3D4E5F60718293A4B5C6D7E8F9'

test.each([
  ['the code itself', CODE],
  ['a link for iOS', `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(CODE)}`],
  ['a link for Android', `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${CODE}`],
  ['URL-encoded', encodeURIComponent(CODE)],
  ['JSON', JSON.stringify(CODE)],
  ['shell-quoted', `'${CODE}'`],
])('%s is read as the code', (_, text) => {
  expect(inspect(text)).toMatchObject({ kind: 'code', text: CODE, hints: [] })
})

test('a code is split into its fields, with hints about its notation', () => {
  expect(inspect(' lpa:1$smdp.example.com:8443$AB-1$2.999.10$1\n')).toMatchObject({
    code: { host: 'smdp.example.com:8443', matchingId: 'AB-1', oid: '2.999.10', confirmationCodeRequired: true },
    hints: ['LOWER', 'BLANK'],
  })
  expect(inspect('1$smdp.example.com$')).toMatchObject({ kind: 'code', hints: ['NO_PREFIX', 'EMPTY'] })
})

test('a link to a public page is recognized by its slug', () => {
  expect(inspect('https://portal.example.com/ac/AbC_d-12?x=1')).toEqual({ kind: 'page', slug: 'AbC_d-12' })
})

test.each([
  'hello',
  'LPA:2$smdp.example.com$A',
  'LPA:1$smdp example$A',
  'LPA:1$smdp.example.com$abc',
  'https://example.com',
  '%',
  'LPA:1$a$B$$7',
  'https://esimsetup.apple.com/esim_qrcode_provisioning?other=1',
])('%s is refused as an activation code, with a reason', (text) => {
  expect(inspect(text)).toMatchObject({ kind: 'invalid', reason: expect.stringMatching(/\w/) })
})

test('blank input has no result', () => {
  expect(inspect('  \n')).toBeUndefined()
})
