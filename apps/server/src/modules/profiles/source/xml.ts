import { SaxesParser } from 'saxes'
import { damaged } from './zip.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

export type XmlReader = {
  /** Attribute names include their prefix. An empty-element tag calls `open` and `close`. */
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Parses an XML file of a workbook from its chunks. Element names have no prefix. Refuses document types, and thereby
 * entity declarations, which no spreadsheet program writes. An empty file is ignored.
 * @throws FileRefusal
 */
export async function readXml(content: AsyncIterable<Buffer>, { open, text, close }: XmlReader): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw damaged(reasonOf(error.message), error)
  })
  parser.on('doctype', () => {
    throw damaged('a part declares a document type')
  })
  if (open) parser.on('opentag', (tag) => open(localName(tag.name), tag.attributes))
  if (close) parser.on('closetag', (tag) => close(localName(tag.name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isEmpty = true
  for await (const chunk of content) {
    isEmpty = false
    parser.write(decoded(() => decoder.decode(chunk, { stream: true })))
  }
  if (isEmpty) return
  parser.write(decoded(() => decoder.decode()))
  parser.close()
}

function decoded(decode: () => string): string {
  try {
    return decode()
  } catch (error) {
    throw damaged('a part is not UTF-8', error)
  }
}

/** Maps an error of the library to a text for the user. */
function reasonOf(message: string): string {
  if (/^(unclosed tag|unexpected end|document must contain a root)/.test(message)) return 'a part is cut off'
  if (message.startsWith('malformed character entity')) return 'a part contains an invalid character reference'
  return 'a part is not well-formed XML'
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
