import { concat, fromHex } from '@simwright/asn1'

/** The package and applet AIDs of `components`. */
export const capPackageAid = 'a1b2c3d4e501'
export const capClassAid = 'a1b2c3d4e50101'

const capAids: CapAids = { packageAid: capPackageAid, classAids: [capClassAid] }

type CapAids = { packageAid: string; classAids: readonly string[] }

/** The components of a Java Card package, by default with one applet, by file name. Their content beyond the AIDs is not code. */
export function components(methodBytes = 300, { packageAid, classAids } = capAids): Record<string, Uint8Array> {
  const component = (tag: number, content: Uint8Array) =>
    concat(Uint8Array.of(tag, content.length >> 8, content.length & 0xff), content)
  const aid = (hex: string) => concat(Uint8Array.of(hex.length / 2), fromHex(hex))
  const made: Record<string, Uint8Array> = {
    Header: component(1, concat(fromHex('decaffed0201040001'), aid(packageAid))),
    Import: component(4, fromHex('00')),
    Applet: component(
      3,
      concat(Uint8Array.of(classAids.length), ...classAids.map((one) => concat(aid(one), fromHex('0010')))),
    ),
    Class: component(6, fromHex('00aa')),
    Method: component(7, new Uint8Array(methodBytes).fill(0x5a)),
    StaticField: component(8, fromHex('00000000000000000000')),
    ConstantPool: component(5, fromHex('0000')),
    RefLocation: component(9, fromHex('00000000')),
    Descriptor: component(11, fromHex('0000')),
  }
  const order = ['Header', 'Directory', 'Applet', 'Import', 'ConstantPool', 'Class', 'Method', 'StaticField']
  const sizes = [...order, 'RefLocation', 'Export', 'Descriptor'].map((name) =>
    name === 'Directory' ? 31 : (made[name]?.length ?? 3) - 3,
  )
  const table = Uint8Array.from(sizes.flatMap((size) => [size >> 8, size & 0xff]))
  made.Directory = component(2, concat(table, new Uint8Array(9)))
  return made
}

/** The components as an IJC file. */
export function ijcFile(made = components()): Uint8Array {
  const order = ['Header', 'Directory', 'Import', 'Applet', 'Class', 'Method', 'StaticField', 'Export', 'ConstantPool']
  return concat(...[...order, 'RefLocation', 'Descriptor'].flatMap((name) => made[name] ?? []))
}
