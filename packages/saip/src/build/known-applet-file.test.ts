import { toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { SaipError } from '../error.ts'
import { components, ijcFile } from '../testing/cap-file.ts'
import { zipFile } from '../testing/zip-file.ts'
import type { KnownApplet } from './applet-config.ts'
import { readKnownAppletFile } from './known-applet-file.ts'

const fileOf = (packageAid: string, ...classAids: string[]) => ijcFile(components(300, { packageAid, classAids }))

describe('the file of an applet with a fixed AID', () => {
  test.each<[KnownApplet, string, string]>([
    ['ara', 'a00000015141434c', 'a00000015141434c00'],
    ['ara', 'a00000015141434c02', 'a00000015141434c0201'],
    ['recycle', 'f053494d5752495200', 'f053494d575249520001'],
  ])('%s may have the package AID %s', (applet, packageAid, classAid) => {
    const load = readKnownAppletFile(applet, fileOf(packageAid, classAid))
    expect([toHex(load.packageAid), ...load.classAids.map(toHex)]).toEqual([packageAid, classAid])
  })

  test.each(Object.keys(components()))('without the component %s is a coded error or read, in both forms', (name) => {
    const { [name]: _, ...rest } = components(300, {
      packageAid: 'a00000015141434c',
      classAids: ['a00000015141434c00'],
    })
    const archive = zipFile(Object.entries(rest).map(([one, bytes]) => ({ name: `com/javacard/${one}.cap`, bytes })))
    for (const file of [ijcFile(rest), archive]) {
      const read = () => readKnownAppletFile('ara', file)
      if (name === 'Descriptor') expect(read).not.toThrow()
      else expect(read).toThrow(SaipError)
    }
  })

  test('may have further applets next to its own', () => {
    const file = fileOf('a00000015141434c', 'a00000015141434c07', 'a00000015141434c00')
    expect(readKnownAppletFile('ara', file).classAids).toHaveLength(2)
  })

  test.each<[string, KnownApplet, Uint8Array, RegExp]>([
    ['an invalid file', 'ara', Uint8Array.of(0), /byte 0/],
    ['the file of an operator', 'ara', ijcFile(), /package AID a1b2c3d4e501\. .* begins with a00000015141434c/],
    ['a Recycle applet', 'ara', fileOf('f053494d5752495200', 'f053494d575249520001'), /package AID f053/],
    ['an ARA-M', 'recycle', fileOf('a00000015141434c', 'a00000015141434c00'), /begins with f053494d5752495200/],
    ['the AID of the instance', 'ara', fileOf('a00000015141434c00', 'a00000015141434c00'), /AID of the instance/],
    ['a library', 'ara', fileOf('a00000015141434c'), /has 0 applets, none of them with the AID a00000015141434c00/],
    [
      'two other applets',
      'ara',
      fileOf('a00000015141434c', 'a00000015141434c07', 'a00000015141434c08'),
      /has 2 applets/,
    ],
  ])('is not %s (for %s)', (_kind, applet, file, text) => {
    expect(() => readKnownAppletFile(applet, file)).toThrow(text)
  })
})
