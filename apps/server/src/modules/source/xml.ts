import { isUtf8 } from 'node:buffer'
import { damaged } from './zip.ts'

export type XmlReader = {
  /** `attributes` as they are written; {@link attributeOf} reads one. A tag that closes itself opens and closes. */
  open?: (name: string, attributes: string) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Walks through an XML part of a workbook. Names come without their prefix. Document types, and with them all entities of
 * one's own, are refused: no spreadsheet writes them.
 */
export function readXml(part: Buffer, reader: XmlReader): void {
  if (!isUtf8(part)) throw damaged('a part is not UTF-8')
  const xml = part.toString('utf8')
  for (let at = 0; ; ) {
    const start = xml.indexOf('<', at)
    if (start === -1) return
    if (start > at) reader.text?.(unescaped(xml.slice(at, start)))
    if (xml.startsWith('<!--', start)) at = after(xml, '-->', start)
    else if (xml.startsWith('<![CDATA[', start)) {
      at = after(xml, ']]>', start)
      reader.text?.(xml.slice(start + 9, at - 3))
    } else if (xml[start + 1] === '?') at = after(xml, '?>', start)
    else if (xml[start + 1] === '!') throw damaged('a part declares a document type')
    else {
      at = after(xml, '>', start)
      readTag(xml.slice(start + 1, at - 1), reader)
    }
  }
}

function after(xml: string, ending: string, from: number): number {
  const at = xml.indexOf(ending, from)
  if (at === -1) throw damaged('a part is cut off')
  return at + ending.length
}

function readTag(tag: string, { open, close }: XmlReader): void {
  if (tag[0] === '/') {
    close?.(localName(tag.slice(1).trimEnd()))
    return
  }
  const closesItself = tag.endsWith('/')
  const body = closesItself ? tag.slice(0, -1) : tag
  const space = body.search(/\s/)
  const name = localName(space === -1 ? body : body.slice(0, space))
  open?.(name, space === -1 ? '' : body.slice(space))
  if (closesItself) close?.(name)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The value of one attribute, by its name with prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*("([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? unescaped(found[2] ?? found[3] ?? '') : undefined
}

/** XML 1.0, 2.2: neither NUL nor one half of a character can be told by its number. */
const isCharacter = (point: number) => point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (!isCharacter(point)) throw damaged('a part names a character that is none')
    return String.fromCodePoint(point)
  })
}
