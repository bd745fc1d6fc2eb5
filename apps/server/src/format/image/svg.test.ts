import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSvg } from './svg.ts'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8">${inside}</svg>`

const RED = '<rect width="8" height="8" fill="#f00"/>'
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer()
const ON_DISK = join(mkdtempSync(join(tmpdir(), 'image-')), 'secret.png')
writeFileSync(ON_DISK, PNG)

test.each([
  ['shapes', svg(RED)],
  ['a declaration', `<?xml version="1.0"?>\n<!-- drawn by hand -->\n${svg(RED)}`],
  ['a DOCTYPE', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://example.com/svg11.dtd">${svg(RED)}`],
  ['a style sheet', svg('<style>.a{fill:red}</style><rect class="a" width="8" height="8"/>')],
  ['an image inside', svg(`<image width="8" height="8" href="data:image/png;base64,${PNG.toString('base64')}"/>`)],
  ['a script', svg(`<script>alert(1)</script><g onload="alert(1)">${RED}</g>`)],
  ['copies', svg(`<g id="a">${RED}</g><use href="#a"/><g id="b"><use href="#b"/></g>`)],
  ['a link', svg(`<a href="javascript:alert(1)">${RED}</a>`)],
  ['a page inside', svg(`<foreignObject><p>Hello</p></foreignObject>${RED}`)],
  ['a style sheet from elsewhere', svg(`<style>@import "https://example.com/x.css";</style>${RED}`)],
])('an SVG with %s becomes a PNG', async (_, text) => {
  const { data, info } = await sharp(drawSvg(Buffer.from(text)))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 1024, height: 1024, channels: 4 })
  const middle = 4 * (512 * 1024 + 512)
  expect([...data.subarray(middle, middle + 4)]).toEqual([255, 0, 0, 255])
})

/** Groups that each draw the previous one several times. */
const copies = (groups: number, times: number) =>
  Array.from(
    { length: groups },
    (_, at) => `<g id="g${at}">${`<use xlink:href="#g${at - 1}"/>`.repeat(times)}</g>`,
  ).join('')

const ELSEWHERE = 'This SVG file loads something from elsewhere'

test.each([
  ['bytes that are not UTF-8', Buffer.from(svg('\xff'), 'latin1'), 'its text is not UTF-8'],
  ['an element without an end', svg('<g>'), 'This SVG file is damaged'],
  ['letters', svg('<text y="8">Harbour</text>'), 'Letters in an SVG file must be paths'],
  ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`, 'declares entities'],
  ['only a line', '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="1"/>', 'only a line'],
  ['a file of the server', svg(`<image width="8" height="8" href="${ON_DISK}"/>`), ELSEWHERE],
  ['an image from elsewhere', svg('<image href="https://example.com/x.png"/>'), ELSEWHERE],
  ['a filter image from elsewhere', svg('<filter id="a"><feImage xlink:href="x.png"/></filter>'), ELSEWHERE],
  ['shapes from elsewhere', svg('<use xlink:href="https://example.com/a.svg#a"/>'), ELSEWHERE],
  ['another SVG inside', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), ELSEWHERE],
  ['a great many elements', svg('<g/>'.repeat(10_001)), 'more than 10,000 elements'],
  ['deep nesting', svg(`${'<g opacity="0.9">'.repeat(400)}${RED}${'</g>'.repeat(400)}`), 'nests more than 40'],
  ['a great many filter steps', svg(`<filter>${'<feOffset result="a"/>'.repeat(1500)}</filter>`), '40 filter steps'],
  ['a great many filtered elements', svg('<g filter="url(#a)"/>'.repeat(101)), '100 elements with a filter'],
  ['a great many masks', svg('<mask mask="url(#a)"/>'.repeat(41)), '40 masks'],
  ['copies of copies', svg(copies(5, 10)), 'draws more than 20,000 elements'],
  ['a long chain of copies', svg(copies(50, 1)), 'nests more than 40 copies'],
  ['a hidden address', svg('<image href="&#104;ttps://example.com/x.png"/>'), ELSEWHERE],
])('an SVG with %s is refused', (_, content, reason) => {
  expect(() => drawSvg(Buffer.from(content as string))).toThrow(reason)
})
