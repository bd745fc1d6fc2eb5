import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readImage } from './image.ts'

const read = (content: string | Uint8Array) => readImage(Readable.from([Buffer.from(content as string)]))
const refusal = async (content: string | Uint8Array) =>
  await read(content).then(
    () => 'taken',
    (error: { faults?: { path: string }[] }) => error.faults?.[0]?.path,
  )
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('is taken', () => {
  test('a PNG', async () => expect((await read(PNG)).type).toBe('image/png'))

  test('an ICO', async () => {
    const ico = Buffer.concat([
      Buffer.from('000001000100', 'hex'),
      Buffer.from('01010000010020004500000016000000', 'hex'),
      PNG,
    ])
    expect((await read(ico)).type).toBe('image/x-icon')
  })

  test.each([
    svg('<rect width="8" height="8" fill="#123456"/>'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg('<g><path d="M0 0h8"/></g>')}`,
    svg(
      '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)" width="8" height="8"/>',
    ),
    svg('<style>.a{fill:red}</style><use href="#b"/>'),
  ])('an SVG of shapes', async (text) => expect((await read(text)).type).toBe('image/svg+xml'))
})

test.each([
  ['nothing', ''],
  ['a text', 'hello'],
  ['a page', '<!doctype html><svg></svg>'],
  ['a picture of another kind', Buffer.from('ffd8ffe000104a46', 'hex')],
  ['a cut PNG', PNG.subarray(0, 40)],
  [
    'a PNG of many pixels',
    Buffer.concat([PNG.subarray(0, 16), Buffer.from('0000900000009000', 'hex'), PNG.subarray(24)]),
  ],
  ['more bytes than fit', Buffer.concat([PNG, Buffer.alloc(300 * 1024)])],
  ['an ICO whose pictures lie outside', Buffer.from('00000100010001010000010020004500000099000000', 'hex')],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.from('<svg>'), Buffer.from([0xff, 0xfe])])],
  ['a script', svg('<script>alert(1)</script>')],
  ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>')],
  ['a script in another namespace', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>')],
  ['an event', svg('<rect onload="alert(1)"/>')],
  ['an event without a space', svg('<rect width="1"onclick="alert(1)"/>')],
  ['an address that runs', svg('<a href="javascript:alert(1)"><rect/></a>')],
  ['an address that runs, hidden', svg('<use href="&#106;avascript:alert(1)"/>')],
  ['a document inside', svg('<foreignObject><iframe src="https://evil.example"/></foreignObject>')],
  ['a picture from elsewhere', svg('<image href="https://evil.example/x.png"/>')],
  ['a part from elsewhere', svg('<use xlink:href="https://evil.example/x.svg#a"/>')],
  ['a paint from elsewhere', svg('<rect fill="url(https://evil.example/x.svg#a)"/>')],
  ['a style sheet from elsewhere', svg('<style>@import "https://evil.example/x.css";</style>')],
  ['a style sheet from elsewhere, hidden', svg('<style>@\\69mport "https://evil.example/x.css";</style>')],
  ['a change of an address', svg('<use href="#a"><set attributeName="href" to="javascript:alert(1)"/></use>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
  ['a style sheet by instruction', `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`],
])('%s is refused', async (_what, content) => {
  expect(await refusal(content)).toBe('file')
})
