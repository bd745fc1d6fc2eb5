/** A piece of a line: plain text, bold text or a link. */
export type Inline = string | { kind: 'strong'; text: string } | { kind: 'link'; text: string; href: string }

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: Inline[] }
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'list'; ordered: boolean; start: number; items: Inline[][] }

/** Bold text, or a link to a web or e-mail address; other addresses remain plain text, so that no link runs a script. */
const INLINE = /\*\*([^*\n]{1,500})\*\*|\[([^\]\n]{1,500})\]\(((?:https?:\/\/|mailto:)[^\s()<>"]{1,1000})\)/g

const HEADING = /^(#{1,3}) +(.+)$/
const ITEM = /^(?:[-*]|(\d{1,4})[.)]) +(.+)$/
const CONTINUED = /^ {2,}(\S.*)$/

/**
 * Parses a small subset of Markdown: headings, paragraphs, lists, bold text and links. Everything else, HTML included, is
 * plain text.
 */
export function parseMarkup(text: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const last = isOpen ? blocks.at(-1) : undefined
    isOpen = line.trim() !== ''
    if (isOpen && !extended(last, line)) blocks.push(blockOf(line))
  }
  return blocks
}

function blockOf(line: string): Block {
  const heading = HEADING.exec(line)
  if (heading) {
    const level = heading[1]!.length as 1 | 2 | 3
    return { kind: 'heading', level, text: parseInline(heading[2]!) }
  }
  const item = ITEM.exec(line)
  if (item) {
    const [, number, text] = item
    return { kind: 'list', ordered: number !== undefined, start: Number(number ?? 1), items: [parseInline(text!)] }
  }
  return { kind: 'paragraph', lines: [parseInline(line.trim())] }
}

/** Adds a line to the block before it. @returns false when the line starts a new block */
function extended(block: Block | undefined, line: string): boolean {
  if (block === undefined || HEADING.test(line)) return false
  const item = ITEM.exec(line)
  if (block.kind === 'list') {
    if (item) {
      if (block.ordered !== (item[1] !== undefined)) return false
      block.items.push(parseInline(item[2]!))
      return true
    }
    const continued = CONTINUED.exec(line)
    if (continued) block.items.at(-1)!.push(' ', ...parseInline(continued[1]!))
    return continued !== null
  }
  if (block.kind !== 'paragraph' || item) return false
  block.lines.push(parseInline(line.trim()))
  return true
}

function parseInline(line: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const found of line.matchAll(INLINE)) {
    if (found.index > end) parts.push(line.slice(end, found.index))
    const [all, strong, text, href] = found
    parts.push(strong !== undefined ? { kind: 'strong', text: strong } : { kind: 'link', text: text!, href: href! })
    end = found.index + all.length
  }
  if (end < line.length) parts.push(line.slice(end))
  return parts
}
