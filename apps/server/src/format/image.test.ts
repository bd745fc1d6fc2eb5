import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readImage } from './image.ts'

const read = (content: string | Uint8Array, kinds: Parameters<typeof readImage>[1] = ['PNG', 'ICO', 'JPEG', 'WebP']) =>
  readImage(Readable.from([Buffer.from(content as string)]), kinds)
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

/** 1 x 1 pixels. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
  'base64',
)

const webp = (form: string, body: string) => {
  const chunk = Buffer.concat([Buffer.from(form), Buffer.from('0a000000', 'hex'), Buffer.from(body, 'hex')])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(chunk.length + 4)
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), chunk])
}
const WEBPS = [
  ['VP8 ', webp('VP8 ', '3001009d012a01000100')],
  ['VP8L', webp('VP8L', '2f0000000010071011ff')],
  ['VP8X', webp('VP8X', '10000000000000000000')],
] as const

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

  test('a JPEG, without what the camera wrote beside it', async () => {
    const remark = Buffer.from('ffe1000c457869660000474253', 'hex')
    const told = Buffer.concat([JPEG.subarray(0, 2), remark, Buffer.alloc(1), JPEG.subarray(2)])
    const { type, content } = await read(told)
    expect([type, content.equals(JPEG)]).toEqual(['image/jpeg', true])
  })

  test.each(WEBPS)('a WebP of the form %s', async (_form, bytes) => expect((await read(bytes)).type).toBe('image/webp'))

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
  ['a picture of another kind', Buffer.from('474946383961010001000000', 'hex')],
  ['a cut JPEG', Buffer.from('ffd8ffe000104a46494600010101004800480000', 'hex')],
  ['a JPEG whose pieces lead nowhere', Buffer.from('ffd8ffe0ffff4a46494600010101004800480000ffd9', 'hex')],
  [
    'a WebP that is longer than it says',
    Buffer.concat([webp('VP8X', '10000000000000000000'), Buffer.from('<script>')]),
  ],
  ['a WebP of many pixels', webp('VP8X', '10000000ffffff000000')],
  ['a page that begins like a WebP', Buffer.from('RIFF....WEBP<html><script>alert(1)</script>')],
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

test('what is not among the kinds is refused, and the refusal says which are', async () => {
  const refused = await read(JPEG, ['PNG', 'ICO']).catch((error: { faults: { text: string }[] }) => error.faults)
  expect(refused).toMatchObject([{ text: 'PNG, ICO, SVG only.' }])
})
