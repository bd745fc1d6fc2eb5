import { expect, test } from 'vitest'
import { readPackageFile } from './read-file.ts'

test('a text file is sent as it is, other bytes as Base64', async () => {
  expect(await readPackageFile(new File(['A0 44\n80 01'], 'a.hex'))).toBe('A0 44\n80 01')
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
  const sent = await readPackageFile(new File([bytes], 'a.der'))
  expect(Uint8Array.from(atob(sent), (character) => character.charCodeAt(0))).toEqual(bytes)
})
