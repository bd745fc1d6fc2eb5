import { expect, test } from 'vitest'
import { signatureText } from './signature-file.ts'

test('a signature in a file is read as text, or as bytes in Base64', async () => {
  expect(await signatureText(new Blob(['MEUCIQ==\r\n']))).toBe('MEUCIQ==')
  expect(await signatureText(new Blob([new Uint8Array([0x30, 0x45, 0x02, 0x21, 0x00])]))).toBe('MEUCIQA=')
})

test('a file that is too long for a signature stays too long', async () => {
  expect((await signatureText(new Blob(['A'.repeat(20_000)]))).length).toBe(8_193)
})
