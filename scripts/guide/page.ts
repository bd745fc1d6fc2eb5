import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { PICTURE_SIZE } from './picture-size.ts'

export const ROOT = join(import.meta.dirname, '..', '..')
export const GUIDE = join(ROOT, 'docs', 'guide')
/** Address under which the server serves the guide. */
export const BASE = '/docs'

export type Heading = { level: number; text: string; anchor: string }

/** The text between two headings, for the search. */
export type Section = { anchor: string; title: string; text: string }

/** A link or picture as it is written in the Markdown file. */
export type Reference = { href: string; kind: 'link' | 'picture' }

/** A code block: the word after its language says how it is proved (`npm run prove docs`). */
export type Sample = { language: string; proof: string; text: string }

export type Page = {
  /** Name of the file without `.md`; the first page is `index`. */
  slug: string
  title: string
  html: string
  headings: readonly Heading[]
  sections: readonly Section[]
  references: readonly Reference[]
  samples: readonly Sample[]
  /** Bold and italic words: labels of screens, and concepts. */
  emphasized: readonly string[]
}

/** The anchor that GitHub gives to a heading, so that links work in the repository, too. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

export const addressOf = (slug: string): string => (slug === 'index' ? BASE : `${BASE}/${slug}`)

/** Reads `docs/guide/SLUG.md`; the file of `index` is `README.md`. */
export function readPage(slug: string): Page {
  return parsePage(slug, readFileSync(join(GUIDE, fileOf(slug)), 'utf8'))
}

export const fileOf = (slug: string): string => (slug === 'index' ? 'README.md' : `${slug}.md`)

/** @throws if the page does not begin with a heading of level 1, or two headings have the same anchor */
export function parsePage(slug: string, markdown: string): Page {
  const headings: Heading[] = []
  const references: Reference[] = []
  const samples: Sample[] = []
  const emphasized: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        const heading = { level: depth, text: plainText(tokens), anchor: anchorOf(plainText(tokens)) }
        if (headings.some(({ anchor }) => anchor === heading.anchor))
          throw new Error(`${fileOf(slug)}: two headings are called "${text}"`)
        headings.push(heading)
        const content = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1>${content}</h1>\n`
        const label = escaped(`Link to "${heading.text}"`)
        const link = `<a class="anchor" href="#${heading.anchor}" aria-label="${label}">#</a>`
        return `<h${depth} id="${heading.anchor}">${content}${link}</h${depth}>\n`
      },
      link({ href, title, tokens }) {
        references.push({ href, kind: 'link' })
        const titled = title ? ` title="${escaped(title)}"` : ''
        return `<a href="${escaped(servedAddress(href))}"${titled}>${this.parser.parseInline(tokens)}</a>`
      },
      strong({ tokens }) {
        emphasized.push(plainText(tokens))
        return `<strong>${this.parser.parseInline(tokens)}</strong>`
      },
      em({ tokens }) {
        emphasized.push(plainText(tokens))
        return `<em>${this.parser.parseInline(tokens)}</em>`
      },
      image({ href, text }) {
        references.push({ href, kind: 'picture' })
        const { width, height } = PICTURE_SIZE
        const source = `${BASE}/${normalize(href)}`
        return `<img src="${escaped(source)}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy">`
      },
      code({ text, lang = '' }) {
        const [language = '', proof = ''] = lang.split(/\s+/)
        samples.push({ language, proof, text })
        return `<div class="code"><pre tabindex="0"><code>${escaped(text)}</code></pre></div>\n`
      },
      table(token) {
        const cell = (one: Tokens.TableCell, tag: 'th' | 'td') =>
          `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((one) => cell(one, tag)).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n')
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
      blockquote({ tokens }) {
        const body = this.parser.parse(tokens)
        const alert = /^<p>\[!(NOTE|WARNING)\]\s*/.exec(body)
        if (alert === null) return `<blockquote>${body}</blockquote>\n`
        const kind = alert[1]!.toLowerCase()
        return `<div class="callout" data-kind="${kind}" role="note"><p>${body.slice(alert[0].length)}</div>\n`
      },
      html({ text }) {
        // only comments, such as the marks of generated parts
        return text.startsWith('<!--') ? '' : escaped(text)
      },
    },
  })
  const tokens = marked.lexer(markdown)
  const html = marked.parser(tokens)
  const [first] = headings
  if (first?.level !== 1) throw new Error(`${fileOf(slug)} does not begin with a heading of level 1`)
  return { slug, title: first.text, html, headings, sections: sectionsOf(tokens), references, samples, emphasized }
}

/** Where a link of a Markdown file leads when the page is served. Files of the repository outside the guide are named. */
function servedAddress(href: string): string {
  const [, file, anchor = ''] = /^([^#]*)(#.*)?$/.exec(href)!
  if (/^([a-z]+:|\/)/.test(file!) || file === '') return href
  const slug = file!.replace(/\.md$/, '')
  return `${addressOf(slug === 'README' ? 'index' : slug)}${anchor}`
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainText((token as Tokens.Heading).tokens)
      sections.push({ anchor: token.depth === 1 ? '' : anchorOf(title), title, text: '' })
    } else if (sections.length > 0) {
      const last = sections.at(-1)!
      last.text = `${last.text} ${plainText([token])}`.trim()
    }
  }
  return sections
}

/** The words of tokens, without marks. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'html') return ''
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].flatMap((row) => row.map((cell) => plainText(cell.tokens))).join(' ')
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ')
      if ('tokens' in token && token.tokens) return plainText(token.tokens)
      return 'text' in token && typeof token.text === 'string' ? unescaped(token.text) : ' '
    })
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/\[!(NOTE|WARNING)\] /g, '')
    .trim()
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const unescaped = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** The file of the repository that a link of a page names, as a path from the root; undefined for other links. */
export function linkedFile(href: string): string | undefined {
  const file = href.replace(/#.*$/, '')
  if (file === '' || /^([a-z]+:|\/)/.test(file)) return undefined
  return normalize(join(dirname('docs/guide/x'), file))
}
