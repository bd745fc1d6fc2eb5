import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationSections } from '@simwright/contract/profiles/configuration-field'
import { describe, expect, test } from 'vitest'
import { guidePages } from '../../apps/web/src/frame/palette-texts.ts'
import { tourTexts } from '../../apps/web/src/texts/tour.ts'
import { readGuide } from './contents.ts'
import { anchorOf, fileOf, GUIDE, linkedFile, parsePage, ROOT } from './page.ts'
import { PROOFS } from './sample-proof.ts'

const guide = readGuide()
const bySlug = new Map(guide.pages.map((page) => [page.slug, page]))

/** Why a link of a page leads nowhere; undefined if it leads somewhere. */
function deadLink(slug: string, href: string): string | undefined {
  if (/^https?:\/\/localhost[:/]/.test(href)) return undefined
  if (/^([a-z]+:|\/)/.test(href)) return 'links to other sites and absolute paths are not used'
  const [file = '', anchor] = href.split('#')
  const target = file === '' ? bySlug.get(slug) : pageOfFile(file)
  if (target === undefined) return 'no such page of the guide'
  if (anchor !== undefined && !target.headings.some((heading) => heading.anchor === anchor)) return 'no such heading'
  return undefined
}

const pageOfFile = (file: string) => guide.pages.find(({ slug }) => fileOf(slug) === file)

describe('the guide', () => {
  test('lists every file of docs/guide in its contents, once', () => {
    const files = readdirSync(GUIDE).filter((name) => name.endsWith('.md'))
    expect(guide.pages.map(({ slug }) => fileOf(slug)).toSorted()).toEqual(files.toSorted())
  })

  test('names its pages in the contents as the pages name themselves', () => {
    const contents = readFileSync(join(GUIDE, 'README.md'), 'utf8')
    const listed = [...contents.matchAll(/^- \[([^\]]+)\]\(([\w-]+)\.md\)/gm)].map(([, title, slug]) => [slug, title])
    expect(listed).toEqual(guide.pages.slice(1).map(({ slug, title }) => [slug, title]))
  })

  test('is found page by page in the command palette of the portal', () => {
    const listed = guidePages.map(({ slug, title }) => [slug, title])
    expect(listed).toEqual([...guide.pages.slice(1).map(({ slug, title }) => [slug, title]), ['api', 'API reference']])
  })

  test.each(guide.pages.map((page) => [page.slug, page] as const))('%s has no dead link', (slug, { references }) => {
    const links = references.filter(({ kind }) => kind === 'link')
    const dead = links.map(({ href }) => [href, deadLink(slug, href)]).filter(([, why]) => why !== undefined)
    expect(dead).toEqual([])
  })

  test('shows every picture that there is, and no other', () => {
    const shown = guide.pages.flatMap(({ references }) => references.filter(({ kind }) => kind === 'picture'))
    const files = shown.map(({ href }) => linkedFile(href)!)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    const pictures = existsSync(join(GUIDE, 'pictures')) ? readdirSync(join(GUIDE, 'pictures')) : []
    expect(pictures.filter((name) => !files.includes(`docs/guide/pictures/${name}`))).toEqual([])
  })

  test.each(guide.pages.map((page) => [page.slug, page] as const))(
    '%s says how each of its commands is proved',
    (_slug, { samples }) => {
      const commands = samples.filter(({ language }) => language === 'sh')
      expect(commands.filter(({ proof }) => !(proof in PROOFS))).toEqual([])
    },
  )

  test('does not name the product, because each platform has a name of its own', () => {
    const naming = guide.pages.filter(({ sections }) => sections.some(({ text }) => /\bSimwright\b/.test(text)))
    expect(naming.map(({ slug }) => slug)).toEqual([])
  })
})

describe('a page', () => {
  test.each([
    ['Set up TLS: nginx, Caddy', 'set-up-tls-nginx-caddy'],
    ['8.2.6/3.8 Matching ID: refused', '82638-matching-id-refused'],
    ['Ki & OPc', 'ki--opc'],
  ])('heading %j has the anchor %j, as on GitHub', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor)
  })

  test('links to other pages lead to their served addresses', () => {
    const { html } = parsePage('x', '# X\n\n[a](fleet.md#search) [b](README.md) [c](#x) [d](fleet.md)')
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/docs/fleet#search',
      '/docs',
      '#x',
      '/docs/fleet',
    ])
  })

  test('HTML in Markdown is shown as text, and comments are left out', () => {
    const { html } = parsePage('x', '# X\n\n<script>alert(1)</script>\n\n<!-- mark -->\n\n`<b>`')
    expect(html).not.toMatch(/<script|<b>|mark/)
  })

  test('sections for the search have the words of their text, tables and lists', () => {
    const { sections } = parsePage('x', '# X\n\nOne `two`\n\n## Y & Z\n\n| a | b |\n|---|---|\n| c | d |\n\n- e\n- f')
    expect(sections).toEqual([
      { anchor: '', title: 'X', text: 'One two' },
      { anchor: 'y--z', title: 'Y & Z', text: 'a b c d e f' },
    ])
  })

  test('two headings with one anchor are refused, and so is a page without a title', () => {
    expect(() => parsePage('x', '# X\n\n## A\n\n## A')).toThrow('two headings')
    expect(() => parsePage('x', 'text')).toThrow('heading of level 1')
  })
})

describe('the README', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

  test('has at most 120 lines, and says at the top what it is, for whom, and how to see it', () => {
    expect(readme.split('\n').length - 1).toBeLessThanOrEqual(120)
    const [, what, forWhom, how] = readme.split(/\n\n+/)
    expect(what).toMatch(/activation code/)
    expect(forWhom).toMatch(/MVNOs.*networks/s)
    expect(how).toMatch(/npm start.*npm run demo/s)
  })

  test('names the fields that the form has under Essentials, of which the tour says that they are enough', () => {
    const { title, fields } = configurationSections.essentials
    const labels = Object.values(fields).map(({ label }) => label)
    expect(tourTexts.steps.configuration.text).toContain(`The four fields under ${title} are enough.`)
    expect(labels).toHaveLength(4)
    const text = readme.replace(/\s+/g, ' ').toLowerCase()
    expect(text).toContain(`${labels.slice(1, 3).join(', ')} and ${labels[3]}`.toLowerCase())
  })
})
