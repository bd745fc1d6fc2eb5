import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodeImage } from '../format/image/decode-image.ts'
import { TEST_TASKS } from '../testing/program.ts'
import { WorkerPool } from '../worker/worker-pool.ts'
import { beginsLikeSvg, readImage } from './read-image.ts'

const taskFor = { workers: new WorkerPool(TEST_TASKS), tenant: 'one' }

type Kinds = Parameters<typeof readImage>[2]

const read = (content: string | Uint8Array, kinds: Kinds = ['PNG', 'ICO', 'JPEG', 'WebP']) =>
  readImage(taskFor, Readable.from([Buffer.from(content as string)]), kinds)

/** What is wrong with the file, as its sender reads it. */
const refusal = async (content: string | Uint8Array, kinds?: Kinds) =>
  await read(content, kinds).then(
    () => 'accepted',
    ({ faults }: { faults?: { path: string; text: string }[] }) =>
      faults?.map(({ path, text }) => `${path}: ${text}`)[0],
  )

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer()

test('a PNG is accepted, without what follows its end', async () => {
  const image = await read(Buffer.concat([PNG, Buffer.from('<script>')]))
  expect(image).toMatchObject({ type: 'image/png', size: { width: 8, height: 8 } })
  expect(image.content.includes('script')).toBe(false)
})

test('an SVG is accepted as a PNG', async () => {
  const text = `<?xml version="1.0"?>\n<!-- <page> -->\n${svg('<rect width="8" height="8"/>')}`
  expect(await read(text)).toMatchObject({ type: 'image/png', size: { width: 1024, height: 1024 } })
})

test('an ICO is accepted as it is', async () => {
  const entry = Buffer.alloc(8)
  entry.writeUInt32LE(PNG.length, 0)
  entry.writeUInt32LE(22, 4)
  const ico = Buffer.concat([Buffer.from('0000010001000808000001002000', 'hex'), entry, PNG])
  expect(await read(ico)).toEqual({ type: 'image/x-icon', content: ico, size: null })
})

test('an ICO has up to 64 images', async () => {
  const iconOf = (count: number) => {
    const icon = Buffer.alloc(6 + 16 * count)
    icon.writeUInt16LE(1, 2)
    icon.writeUInt16LE(count, 4)
    return icon
  }
  expect([await refusal(iconOf(64)), await refusal(iconOf(65))]).toEqual([
    'accepted',
    'file: This ICO file is damaged.',
  ])
})

test.each([
  ['nothing', '', /empty/],
  ['a text', 'hello', /PNG, ICO, JPEG, WebP, SVG only/],
  ['a page', '<!doctype html><html><svg></svg></html>', /only/],
  ['an image of another kind', Buffer.from('474946383961010001000000ffff', 'hex'), /only/],
  ['a damaged image', PNG.subarray(0, 60), /PNG file is damaged/],
  ['more bytes than allowed', Buffer.concat([PNG, Buffer.alloc(300 * 1024)]), /256 KiB/],
  ['an ICO whose images lie outside', Buffer.from('00000100010001010000010020004500000099000000', 'hex'), /ICO file/],
])('%s is refused with the reason', async (_, content, reason) => {
  expect(await refusal(content)).toMatch(reason)
})

test('a kind that is not allowed here is refused', async () => {
  expect(await refusal(Buffer.from('ffd8ffe000104a46494600010101', 'hex'), ['PNG', 'ICO'])).toBe(
    'file: PNG, ICO, SVG only.',
  )
})

test('an SVG that takes minutes to draw is given up', async () => {
  const slow = svg(`<filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="100000"/></filter>
    <g filter="url(#f)"><rect width="9" height="9"/></g>`)
  const decoding = decodeImage(
    { ...taskFor, tenant: 'stopped' },
    { kind: 'SVG', content: Buffer.from(slow) },
    { cpuMs: 3_000, memoryMiB: 180 },
  )
  await expect(decoding).rejects.toThrow('This image takes too long to decode.')
})

test('an SVG that needs too much memory is given up, and the next one is drawn', async () => {
  const nested = svg(`${'<g opacity="0.9">'.repeat(36)}<rect width="9" height="9"/>${'</g>'.repeat(36)}`)
  const file = { kind: 'SVG', content: Buffer.from(nested) } as const
  await expect(decodeImage(taskFor, file, { cpuMs: 15_000, memoryMiB: 110 })).rejects.toThrow(
    'This image needs too much memory to decode.',
  )
  expect(await decodeImage(taskFor, { ...file, content: Buffer.from(svg('<path d="M0 0H8V8Z"/>')) })).toMatchObject({
    type: 'image/png',
  })
})

test('whether a file begins like an SVG takes no longer than reading it', () => {
  const comments = Buffer.from('<!--'.repeat(64 * 1024))
  const names = Buffer.from('<'.repeat(256 * 1024))
  const long = Buffer.from(`<${'a'.repeat(256 * 1024)}`)
  const start = process.cpuUsage()
  for (const content of [comments, names, long]) expect(beginsLikeSvg(content)).toBe(false)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000)
})

test.each([
  ['<svg>', true],
  ['\n<?xml version="1.0"?><!DOCTYPE svg><!-- <html> --><svg width="8">', true],
  ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>', true],
  ['<!-- <svg> ', false],
  ['<!-- a --><html><svg></svg></html>', false],
  ['<svgx>', false],
  ['<a:b:svg>', false],
])('%s begins like an SVG: %s', (text, expected) => {
  expect(beginsLikeSvg(Buffer.from(text))).toBe(expected)
})

test('an image is decoded although the machine leaves its process waiting', async () => {
  const cpuMs = 3_000
  const started: ChildProcess[] = []
  const onStart = (message: unknown) => void started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', onStart)
  const decoding = decodeImage(
    { ...taskFor, tenant: 'stopped' },
    { kind: 'PNG', content: PNG },
    { cpuMs, memoryMiB: 180 },
  )
  await expect.poll(() => started.length).toBe(1)
  unsubscribe('child_process', onStart)
  const [decoder] = started
  decoder!.kill('SIGSTOP')
  await setTimeout(cpuMs + 1_000)
  decoder!.kill('SIGCONT')
  expect(await decoding).toMatchObject({ type: 'image/png' })
})
