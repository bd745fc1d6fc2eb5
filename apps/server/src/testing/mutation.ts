import { readTlv } from '@simwright/asn1'

/** A manipulated message and what was changed. */
export type Mutation = { what: string; bytes: Uint8Array }

/** Flips the lowest and the highest bit of every `step`-th byte, one at a time. */
export function* flippedBytes(message: Uint8Array, step: number): Generator<Mutation> {
  for (let at = 0; at < message.length; at += step)
    for (const bit of [0x01, 0x80]) {
      const bytes = Uint8Array.from(message)
      bytes[at]! ^= bit
      yield { what: `byte ${at} xor ${bit.toString(16)}`, bytes }
    }
}

type Node = { head: Uint8Array; value: Uint8Array; children: readonly Node[] }

/** Drops, doubles and lengthens every `step`-th field, one at a time; all enclosing lengths are adjusted. */
export function* changedFields(message: Uint8Array, step: number): Generator<Mutation> {
  const [root] = nodesOf(message)
  const paths = pathsOf(root!).filter((_, index) => index % step === 0)
  for (const path of paths)
    for (const [name, change] of Object.entries(CHANGES))
      yield { what: `field ${path.join('.')} ${name}`, bytes: write(root!, path, change) }
}

const CHANGES: Readonly<Record<string, (field: Node) => Uint8Array>> = {
  dropped: () => new Uint8Array(),
  doubled: (field) => Buffer.concat([plain(field), plain(field)]),
  lengthened: (field) => wrap(field.head, Buffer.concat([contentOf(field), Uint8Array.of(0)])),
}

const CONSTRUCTED = 0x20

function nodesOf(bytes: Uint8Array): Node[] {
  const nodes: Node[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const { value, raw } = readTlv(rest.subarray(0, lengthOf(rest)))
    const children = (raw[0]! & CONSTRUCTED) === 0 ? [] : nodesOf(value)
    nodes.push({ head: raw.subarray(0, tagLength(raw)), value, children })
    rest = rest.subarray(raw.length)
  }
  return nodes
}

function tagLength(bytes: Uint8Array): number {
  if ((bytes[0]! & 0x1f) !== 0x1f) return 1
  let at = 1
  while (bytes[at]! & 0x80) at += 1
  return at + 1
}

/** Total length of the first TLV, including tag and length. */
function lengthOf(bytes: Uint8Array): number {
  const at = tagLength(bytes)
  const first = bytes[at]!
  if (first < 0x80) return at + 1 + first
  const count = first & 0x7f
  return at + 1 + count + bytes.subarray(at + 1, at + 1 + count).reduce((sum, byte) => sum * 256 + byte, 0)
}

function pathsOf(node: Node, path: readonly number[] = []): (readonly number[])[] {
  return [path, ...node.children.flatMap((child, index) => pathsOf(child, [...path, index]))]
}

function write(node: Node, path: readonly number[], change: (field: Node) => Uint8Array): Uint8Array {
  const [index, ...deeper] = path
  if (index === undefined) return change(node)
  const parts = node.children.map((child, at) => (at === index ? write(child, deeper, change) : plain(child)))
  return wrap(node.head, Buffer.concat(parts))
}

const contentOf = ({ value, children }: Node): Uint8Array =>
  children.length === 0 ? value : Buffer.concat(children.map(plain))

const plain = (node: Node): Uint8Array => wrap(node.head, contentOf(node))

function wrap(head: Uint8Array, value: Uint8Array): Uint8Array {
  const { length } = value
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([head, Uint8Array.from(size), value])
}
