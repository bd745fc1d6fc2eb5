import { concat, toHex } from '@simwright/asn1'
import { expect, test } from 'vitest'
import { SaipError } from '../error.ts'
import { capClassAid, capPackageAid, components, ijcFile } from '../testing/cap-file.ts'
import { zipFile } from '../testing/zip-file.ts'
import { loadFileLimits, readLoadFile } from './load-file.ts'

const entriesOf = (made = components()) =>
  Object.entries(made).map(([name, bytes]) => ({ name: `com/acme/javacard/${name}.cap`, bytes }))
const manifest = { name: 'META-INF/MANIFEST.MF', bytes: new TextEncoder().encode('Manifest-Version: 1.0') }
const cap = (change: (entries: ReturnType<typeof entriesOf>) => Parameters<typeof zipFile>[0] = (entries) => entries) =>
  zipFile([manifest, ...change(entriesOf())])

test.each([
  ['CAP', cap()],
  ['CAP without compression', cap((entries) => entries.map((entry) => ({ ...entry, method: 0 })))],
  ['IJC', ijcFile()],
])('a %s file yields its AIDs, and its code in load order without Descriptor', (_kind, file) => {
  const { packageAid, classAids, version, components: found, code } = readLoadFile(file)
  expect([toHex(packageAid), ...classAids.map(toHex)]).toEqual([capPackageAid, capClassAid])
  expect(version).toEqual({ major: 1, minor: 0 })
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(components()).sort())
  const { Descriptor: _unloaded, ...loaded } = components()
  expect(toHex(code)).toBe(toHex(ijcFile(loaded)))
})

const without = (name: string) => cap((entries) => entries.filter((entry) => !entry.name.endsWith(`/${name}.cap`)))
const changed = (name: string, change: (bytes: Uint8Array) => Uint8Array) => {
  const made = components()
  return ijcFile({ ...made, [name]: change(made[name]!) })
}
const byteAt = (index: number, value: number) => (bytes: Uint8Array) => bytes.with(index, value)

test.each<[string, Uint8Array, RegExp]>([
  ['nothing', new Uint8Array(0), /Header is missing/],
  ['more than 512 KiB', new Uint8Array(loadFileLimits.file + 1), /more than 512 KiB/],
  ['random bytes', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46), /tag at byte 0/],
  ['a truncated IJC', ijcFile().subarray(0, 100), /at byte \d+ does not have the size/],
  ['an IJC that ends in a size', ijcFile().subarray(0, 2), /Header at byte 0 is truncated/],
  ['a repeated component', concat(ijcFile(), components().Import!), /Import at byte \d+ is repeated/],
  ['no Method', without('Method'), /Method is missing/],
  ['another magic number', changed('Header', byteAt(3, 0)), /magic/],
  ['a package AID of 3 bytes', changed('Header', byteAt(12, 3)), /Header has no AID/],
  ['an applet AID beyond its component', changed('Applet', byteAt(4, 16)), /Applet has no AID/],
  ['more applets than there are', changed('Applet', byteAt(3, 2)), /Applet has no AID/],
  ['an applet of another provider', changed('Applet', byteAt(5, 0)), /first 5 bytes/],
  ['a wrong size in Directory', changed('Directory', byteAt(3, 9)), /another size for Header/],
  ['a truncated archive', cap().subarray(0, -30), /no directory/],
  [
    'an entry that is no component',
    cap((entries) => [...entries, { name: 'x/evil.class', bytes: manifest.bytes }]),
    /entry at byte/,
  ],
  [
    'a path upwards',
    cap((entries) => [...entries, { name: '../../etc/passwd', bytes: manifest.bytes }]),
    /entry at byte/,
  ],
  [
    'two packages',
    cap((entries) => entries.map((e, i) => (i === 2 ? { ...e, name: e.name.replace('acme', 'b') } : e))),
    /more than one package/,
  ],
  ['an encrypted entry', cap((entries) => entries.map((entry) => ({ ...entry, flags: 1 }))), /encrypted/],
  [
    'an unknown compression',
    cap((entries) => entries.map((entry) => ({ ...entry, method: 9 }))),
    /unknown compression/,
  ],
  ['a wrong checksum', cap((entries) => entries.map((entry) => ({ ...entry, crc: 1 }))), /damaged/],
  ['an entry larger than it states', cap((entries) => entries.map((entry) => ({ ...entry, unpacked: 1 }))), /damaged/],
  [
    'more than 1 MiB unpacked',
    zipFile([{ name: 'a/javacard/Method.cap', bytes: new Uint8Array(loadFileLimits.unpacked + 1) }]),
    /larger than 1024 KiB/,
  ],
  [
    'sizes beyond 1 MiB that are stated only',
    cap((entries) => entries.map((entry) => ({ ...entry, unpacked: 2 ** 31 }))),
    /larger than 1024 KiB/,
  ],
  [
    '65 entries',
    zipFile(Array.from({ length: 65 }, (_, i) => ({ name: `META-INF/${i}`, bytes: manifest.bytes }))),
    /more than 64 entries/,
  ],
  [
    'a component with another tag',
    zipFile(entriesOf({ ...components(), Import: components().Class! })),
    /Import at byte \d+ has another tag/,
  ],
])('refuses %s', (_what, file, text) => {
  const error = caught(() => readLoadFile(file))
  expect(error.code).toBe('content')
  expect(error.message).toMatch(text)
})

test('a file with any byte changed is read or refused, but never breaks', () => {
  const file = cap()
  for (let at = 0; at < file.length; at += 3) {
    try {
      readLoadFile(file.with(at, file[at]! ^ 0xff))
    } catch (error) {
      expect(error).toBeInstanceOf(SaipError)
    }
  }
})

function caught(run: () => unknown): SaipError {
  try {
    run()
  } catch (error) {
    if (error instanceof SaipError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
