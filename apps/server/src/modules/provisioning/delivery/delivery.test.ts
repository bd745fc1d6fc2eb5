import { crc32, inflateRawSync, inflateSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import * as client from '@simwright/contract/people/client'
import * as notice from '@simwright/contract/platform/notice'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as groupDefault from '@simwright/contract/profiles/group-default'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as endUserPage from '@simwright/contract/provisioning/end-user-page'
import * as operation from '@simwright/contract/provisioning/operation'
import { enableProfile } from '@simwright/euicc'
import { drawQr, plainStyle, type QrStyle, svgOf } from '@simwright/qr'
import { expect, test } from 'vitest'
import { readQr } from '../../../testing/qr.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { listMailbox } from '../../platform/mail/service.ts'

const { enterprise, another, order, phones, stranger, staff: staffMember, server } = await smdpScene()
const { owner } = enterprise

const slugOf = async (profileId: string) => (await owner.ask(fleet.detail, { id: profileId })).link!.split('/ac/')[1]!
const presetInput = (name: string, style: Partial<QrStyle> = {}, logoId: string | null = null) => ({
  fields: { name, style: { ...plainStyle, ...style }, logoId },
})
const letters = async () => (await listMailbox(server)).map(({ letter }) => letter)
const faultsOf = (refused: { obj: Record<string, unknown> }) =>
  (refused.obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`)

const svg = (inside: string, size = 'viewBox="0 0 40 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`
const upload = (content: string | Uint8Array) =>
  owner.upload(delivery.uploadLogo, {}, { name: 'logo.svg', content: content as string })
const disc = svg('<circle cx="20" cy="20" r="18" fill="#0a5"/>')

test('a preset with gradient and logo is saved after it could be decoded at 120, 240 and 480 pixels', async () => {
  const { logoId, logo } = await upload(disc)
  expect(logo).toMatch(/^data:image\/png;base64,/)
  const style = {
    foreground: '#1b2a6b',
    gradient: { to: '#8a1d4f', direction: 'diagonal' },
    modules: 'rounded',
    corners: 'circle',
    cornerColor: '#113322',
    logoPercent: 22,
  } as const
  const { id } = await owner.ask(delivery.addPreset, presetInput('Evening', style, logoId))
  const { items } = await owner.ask(delivery.presets, {})
  expect(items).toMatchObject([{ id, name: 'Evening', style, logo, logoId, version: 1, isStandard: false }])
})

test('a style that cameras cannot read is refused with the reason', async () => {
  const refusal = async (style: object) => faultsOf(await owner.refusal(delivery.addPreset, presetInput('Bad', style)))
  expect(await refusal({ foreground: '#c9c9c9' })).toEqual([
    'fields.style.foreground: Too close to the background: cameras cannot distinguish them.',
  ])
  expect(await refusal({ foreground: '#ffffff', background: '#000000' })).toEqual([
    'fields.style.foreground: Lighter than the background: cameras expect dark on light.',
  ])
  expect(await refusal({ gradient: { to: '#ffee00', direction: 'down' } })).toHaveLength(1)
  expect(await refusal({ cornerColor: '#eeeeee' })).toHaveLength(1)
  expect(await refusal({ logoPercent: 80 })).toHaveLength(1)
  expect(await refusal({ foreground: 'url(#x)' })).toEqual(['fields.style.foreground: A color such as #1b2a6b.'])
})

test('a logo that makes the code unreadable is refused with the sizes at which it cannot be read', async () => {
  const { logoId } = await upload(svgOf(drawQr('another code')))
  const refused = await owner.refusal(
    delivery.addPreset,
    presetInput('Astray', { logoPercent: 25, modules: 'rounded' }, logoId),
  )
  expect(faultsOf(refused)[0]).toMatch(
    /^fields\.style: It cannot be read back at [\d, ]+ pixels\. Make the logo smaller/,
  )
})

test.each([
  ['no picture', 'Hello', /PNG, JPEG, SVG only/],
  ['an empty file', '', /empty/],
  ['an SVG that loads', svg('<use xlink:href="https://example.com/a.svg#a"/>'), /from elsewhere/],
  ['an SVG of nothing', svg('<g/>'), /Nothing/],
  ['an SVG that is a line', svg('<rect width="900" height="9"/>', 'width="900" height="9"'), /longer side/],
  ['a huge file', svg(`<desc>${'x'.repeat(300_000)}</desc>`), /256 KiB/],
  ['a PNG that declares a huge size', bigPng(), /2048 pixels|damaged/],
])('a logo that is %s is refused', async (_, content, reason) => {
  await expect(upload(content)).rejects.toMatchObject({
    code: '19400',
    obj: { faults: [{ path: 'file', text: expect.stringMatching(reason) }] },
  })
})

/** A PNG file whose header declares this size in pixels, without pixels. */
function bigPng(pixels = 60_000): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(pixels, 0)
  size.writeUInt32BE(pixels, 4)
  return Buffer.concat([head, size, Buffer.alloc(40), Buffer.from('IEND\0\0\0\0')])
}

test('a name can be used once; the second of two concurrent edits is refused', async () => {
  const { id } = await owner.ask(delivery.addPreset, presetInput('Plain blue', { foreground: '#003399' }))
  expect(faultsOf(await owner.refusal(delivery.addPreset, presetInput('plain BLUE')))).toEqual([
    'fields.name: A style named "plain BLUE" already exists.',
  ])
  expect(await owner.ask(delivery.editPreset, { id, version: 1, ...presetInput('Blue') })).toEqual({ version: 2 })
  expect((await owner.refusal(delivery.editPreset, { id, version: 1, ...presetInput('Mine') })).code).toBe('19412')
  expect(
    faultsOf(await owner.refusal(delivery.editPreset, { id, version: 2, ...presetInput('Evening') })),
  ).toHaveLength(1)
  const { owner: other } = await another()
  expect((await other.refusal(delivery.editPreset, { id, version: 2, ...presetInput('Theirs') })).code).toBe('19404')
  expect((await other.ask(delivery.presets, {})).items).toEqual([])
})

test('public pages use the standard style until it is deleted', async () => {
  const { profileId } = await order()
  const slug = await slugOf(profileId)
  const { id } = await owner.ask(delivery.addPreset, presetInput('Harbour', { foreground: '#0b5d66' }))
  await owner.ask(delivery.setStandard, { id })
  expect((await stranger().ask(delivery.publicCode, { slug })).look).toEqual({
    style: { ...plainStyle, foreground: '#0b5d66' },
    logo: null,
  })
  await owner.ask(delivery.removePreset, { id })
  expect(await stranger().ask(delivery.publicCode, { slug })).toMatchObject({ look: null, testDevicesOnly: true })
  expect((await owner.refusal(delivery.setStandard, { id })).code).toBe('19404')
})

test('the public page follows the download from ready to enabled', async () => {
  const { profileId, activationCode, iccid } = await order()
  const slug = await slugOf(profileId)
  const seen: string[] = []
  const watching = (async () => {
    for await (const { state } of stranger().events(delivery.publicCourse, { slug })) {
      seen.push(state)
      if (state === 'enabled') return
    }
  })()
  await expect.poll(() => seen).toEqual(['ready'])
  const phone = phones.phone()
  await phone.download(activationCode)
  await expect.poll(() => seen.at(-1)).toBe('installed')
  await enableProfile(phone, iccid)
  await watching
  expect(seen.at(-1)).toBe('enabled')
})

test('a page counts its visits, the first is an event; a closed page answers that the code is gone, and its stream ends', async () => {
  const { profileId } = await order()
  const slug = await slugOf(profileId)
  expect(await owner.ask(delivery.page, { profileId })).toMatchObject({ closed: false, opened: 0, firstOpenedAt: null })
  await Promise.all(Array.from({ length: 6 }, () => stranger().ask(delivery.publicCode, { slug })))
  await stranger().ask(delivery.publicCode, { slug })
  expect(await owner.ask(delivery.page, { profileId })).toMatchObject({ opened: 7 })
  const { items } = await owner.ask(fleet.timeline, { id: profileId, limit: 50 })
  expect(items.filter(({ type }) => type === 'OPENED')).toMatchObject([
    { actor: 'system', text: 'The public page of the activation code was opened for the first time.' },
  ])
  const events = stranger().events(delivery.publicCourse, { slug })[Symbol.asyncIterator]()
  expect((await events.next()).value).toEqual({ state: 'ready' })
  await owner.ask(delivery.setPage, { profileId, closed: true })
  expect((await events.next()).done).toBe(true)
  expect((await stranger().refusal(delivery.publicCode, { slug })).code).toBe('13021')
  // a busy server refuses only after the headers of the stream, which is no answer that the client can read
  const refusal = () => stranger().refusal(delivery.publicCourse, { slug })
  await expect.poll(() => refusal().then(({ code }) => code, String)).toBe('13021')
  await owner.ask(delivery.setPage, { profileId, closed: false })
  expect((await stranger().ask(delivery.publicCode, { slug })).state).toBe('ready')
})

test('own texts and the color appear on the public page, without links, until staff reset the texts', async () => {
  const { profileId } = await order()
  const slug = await slugOf(profileId)
  const page = async () => (await stranger().ask(delivery.publicCode, { slug })).page
  expect(await page()).toEqual({ logo: null, accent: null, texts: {} })
  const { version, fields } = await owner.ask(endUserPage.query, {})
  const changed = (readyText: string, name = 'readyText') => ({
    version,
    fields: { ...fields, color: '#04854a', texts: { de: { [name]: readyText } } },
  })
  const faults = async (text: string, name?: string) =>
    faultsOf(await owner.refusal(endUserPage.edit, changed(text, name)))
  expect(await faults('Mehr auf https://evil.example')).toEqual([
    'fields.texts.de.readyText: Links and addresses are not allowed.',
  ])
  expect(await faults('evil.example')).toHaveLength(1)
  expect(await faults('a@b')).toHaveLength(1)
  expect(await faults('x'.repeat(301))).toEqual(['fields.texts.de.readyText: Up to 300 characters.'])
  expect(await faults('Von {sentBy}')).toHaveLength(1)
  expect(await faults('\u202Etxt')).toHaveLength(1)
  expect(await faults('Wird geladen', 'loading')).not.toEqual([])
  const viewer = await enterprise.member('Viewer')
  expect((await viewer.refusal(endUserPage.edit, changed('Hallo'))).code).toBe('19403')
  expect(await owner.ask(endUserPage.edit, changed('Zu Hause im WLAN.'))).toEqual({ version: version + 1 })
  expect((await owner.refusal(endUserPage.edit, changed('Zu spät'))).code).toBe('19412')
  expect(await page()).toMatchObject({
    accent: { palette: expect.arrayContaining(['#04854a']) },
    texts: { de: { readyText: 'Zu Hause im WLAN.' } },
  })
  const staff = await staffMember()
  await staff.ask(client.resetEndUserTexts, { id: enterprise.id })
  expect(await page()).toMatchObject({ accent: { shade: expect.any(Number) }, texts: {} })
  await owner.ask(endUserPage.edit, { version: version + 2, fields })
})

test('the public pages of a suspended enterprise show no code, and their streams end', async () => {
  const { profileId } = await order()
  const slug = await slugOf(profileId)
  const staff = await staffMember()
  const events = stranger().events(delivery.publicCourse, { slug })[Symbol.asyncIterator]()
  expect((await events.next()).value).toEqual({ state: 'ready' })
  await staff.ask(client.suspend, { id: enterprise.id, fields: { reason: 'Unpaid' } })
  const refused = await stranger().refusal(delivery.publicCode, { slug })
  expect(refused).toMatchObject({ code: '13021' })
  expect(JSON.stringify(refused)).not.toContain('LPA:')
  expect((await events.next()).done).toBe(true)
  await staff.ask(client.resume, { id: enterprise.id })
  expect((await stranger().ask(delivery.publicCode, { slug })).state).toBe('ready')
})

test('a viewer cannot change anything', async () => {
  const viewer = await enterprise.member('Viewer')
  await viewer.ask(delivery.presets, {})
  for (const one of [delivery.addPreset, delivery.removePreset, delivery.setStandard, delivery.setPage] as const)
    expect((await viewer.refusal(one, {} as never)).code).toBe('19403')
})

test('only the enterprise account that owns a code can look it up', async () => {
  const { profileId, matchingId, iccid, activationCode } = await order()
  const found = await owner.ask(delivery.inspect, { matchingId })
  expect(found).toMatchObject({
    campaign: null,
    profile: { id: profileId, iccid, status: 'AVAILABLE', code: 'LIVE', activationCode },
  })
  expect(await owner.ask(delivery.inspect, { slug: await slugOf(profileId) })).toEqual(found)
  const { owner: other } = await another()
  const unknown = await other.ask(delivery.inspect, { matchingId: 'NOBODY' })
  expect(unknown).toEqual({ profile: null, campaign: null })
  expect(await other.ask(delivery.inspect, { matchingId })).toEqual(unknown)
})

const written = async (input: object) => {
  const { id, total } = await owner.ask(delivery.startFile, input as never)
  let last: delivery.CodeFile | undefined
  for await (const file of owner.events(delivery.fileProgress, { id })) last = file
  const response = await owner.send(delivery.fileContent, { id })
  return { total, last, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

test('the QR codes of a selection come as a ZIP with a CSV file; each picture decodes to its code', async () => {
  const codes = [await order(), await order()]
  const ids = codes.map(({ profileId }) => profileId)
  const file = await written({ given: { form: 'QR_ZIP', picture: 'png' }, selection: { ids } })
  expect(file).toMatchObject({
    total: 2,
    type: 'application/zip',
    last: { process: 'COMPLETE', written: 2, bytes: file.bytes.length },
  })
  const entries = unzipped(file.bytes)
  expect([...entries.keys()].sort()).toEqual(['codes.csv', ...codes.map(({ iccid }) => `qr/${iccid}.png`)].sort())
  for (const { iccid, activationCode } of codes) expect(scanned(entries.get(`qr/${iccid}.png`)!)).toBe(activationCode)
  const csv = entries.get('codes.csv')!.toString()
  expect(csv.split('\r\n')[0]).toBe(
    '\uFEFFICCID,ACTIVATION_CODE,SMDP_ADDRESS,MATCHING_ID,CONFIRMATION_CODE_REQUIRED,LINK,FILE',
  )
  for (const { iccid, activationCode } of codes) expect(csv).toContain(`${iccid},${activationCode},`)
  const plain = await written({ given: { form: 'QR_ZIP' }, selection: { ids }, look: 'plain' })
  const svgFile = unzipped(plain.bytes).get(`qr/${codes[0]!.iccid}.svg`)!
  expect(scanned(new Resvg(svgFile.toString(), { fitTo: { mode: 'width', value: 300 } }).render().asPng())).toBe(
    codes[0]!.activationCode,
  )
  const { items } = await owner.ask(notice.list, {})
  expect(items[0]).toMatchObject({ kind: 'FILE_DONE', facts: { form: 'QR_ZIP', codes: 2 } })
})

test('a file has the style that the group of each profile sets, unless another one was chosen for the file', async () => {
  const [grouped, other] = [await order(), await order()]
  const ids = [grouped.profileId, other.profileId]
  const { id: qrPresetId } = await owner.ask(delivery.addPreset, presetInput('Of a group', { foreground: '#7a1fa2' }))
  const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Styled' } })
  await owner.ask(groupDefault.set, { id: groupId, version: 0, defaults: { qrPresetId } })
  const { id } = await owner.ask(operation.start, {
    operation: { kind: 'GROUP', groupId },
    selection: { ids: [grouped.profileId] },
  })
  for await (const _ of owner.events(operation.progress, { id }));
  const given = { form: 'QR_ZIP', picture: 'svg' } as const
  const isPurple = async (look: string) => {
    const entries = unzipped((await written({ given, selection: { ids }, look })).bytes)
    return [grouped, other].map(({ iccid }) => entries.get(`qr/${iccid}.svg`)!.toString().includes('#7a1fa2'))
  }
  expect(await isPurple('standard')).toEqual([true, false])
  expect(await isPurple('plain')).toEqual([false, false])
  const sheets = await written({ given: { form: 'LABELS', sheet: 'A4_21' }, selection: { ids }, look: 'standard' })
  const fill = [0x7a, 0x1f, 0xa2].map((level) => level / 255)
  const page = readPdf(sheets.bytes)[1]
  const fills = [...page.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn?/g)].map(([, ...levels]) => levels.map(Number))
  expect(fills.some((levels) => levels.every((level, index) => Math.abs(level - fill[index]!) < 0.01))).toBe(true)
})

/** Reads an archive by its central directory. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const [method, crc, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26)
    const data = zip.subarray(begin, begin + packed)
    const content = method === 8 ? inflateRawSync(data) : data
    expect(crc32(content)).toBe(crc)
    entries.set(name, content)
    at += 46 + nameLength
  }
  return entries
}

function scanned(png: Buffer): string | undefined {
  const href = `data:image/png;base64,${png.toString('base64')}`
  const picture = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><image width="480" height="480" href="${href}"/></svg>`,
  ).render()
  return readQr({ width: 480, height: 480, pixels: picture.pixels })
}

test('labels come as a PDF, one for a profile or sheets for many', async () => {
  const { profileId, iccid, matchingId } = await order()
  const { logoId } = await upload(disc)
  const style = { gradient: { to: '#123466', direction: 'radial' }, modules: 'dots' } as const
  const { id } = await owner.ask(delivery.addPreset, presetInput('Labels', style, logoId))
  const response = await owner.send(delivery.label, { profileId, look: id })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const [pdf, page] = readPdf(Buffer.from(await response.arrayBuffer()))
  expect(pdf).toContain('/Count 1')
  const letters = [...page.matchAll(/<([0-9a-f]+)>/g)]
    .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
    .join('')
  expect(letters).toContain(iccid)
  expect(letters).toContain(matchingId)
  expect(page).toContain('/logo0 Do')
  const ids = [profileId, ...(await Promise.all([order(), order()])).map((one) => one.profileId)]
  const sheets = await written({ given: { form: 'LABELS', sheet: 'A4_21' }, selection: { ids } })
  expect(sheets.type).toBe('application/pdf')
  expect(readPdf(sheets.bytes)[0]).toContain('/Count 1')
})

/** Checks the cross-reference table of a PDF. @returns the file as text, and the content of its first page */
function readPdf(pdf: Buffer): [string, string] {
  const text = pdf.toString('latin1')
  const table = Number(/startxref\n(\d+)/.exec(text)![1])
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
  for (const [index, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`))
  const contents = Number(/\/Contents (\d+) 0 R/.exec(text)![1])
  const begin = text.indexOf('stream\n', offsets[contents - 1]) + 7
  return [text, inflateSync(pdf.subarray(begin)).toString('latin1')]
}

test('an empty file and an unknown style are refused; another enterprise account sees no files', async () => {
  const { profileId } = await order()
  const { owner: other } = await another()
  const given = { form: 'QR_ZIP' } as const
  const refused = await other.refusal(delivery.startFile, { given, selection: { ids: [profileId] } })
  expect(faultsOf(refused)).toEqual(['selection: None of these profiles has an activation code.'])
  expect(
    (await owner.refusal(delivery.startFile, { given, selection: { ids: [profileId] }, look: profileId })).code,
  ).toBe('19404')
  expect((await other.refusal(delivery.label, { profileId })).code).toBe('19404')
  expect((await other.ask(delivery.files, {})).items).toEqual([])
  expect((await owner.ask(delivery.files, {})).items.length).toBeGreaterThan(0)
})

test('each recipient of a list gets another code by mail, with picture and link', async () => {
  const [one, two] = [await order(), await order()]
  const selection = { ids: [one.profileId, two.profileId] }
  const recipients = [
    { email: 'ada@example.com', iccid: two.iccid },
    { email: 'grace@example.com' },
    { email: 'mary@example.com' },
    { email: 'joan@example.com', iccid: '8944000000000000000' },
    { email: 'Grace@Example.com' },
  ]
  const { pairs } = await owner.ask(delivery.planMails, { selection, recipients })
  expect(pairs.map(({ iccid, reason }) => [iccid, reason])).toEqual([
    [two.iccid, null],
    [one.iccid, null],
    [null, 'No free activation code is left for it.'],
    ['8944000000000000000', 'No selected profile has this ICCID.'],
    [null, 'This address is in the list twice.'],
  ])
  const message = 'For the tablet.\n<b>Soon</b>'
  expect(await owner.ask(delivery.sendMails, { selection, recipients, message })).toEqual({ sent: 2 })
  const { items } = await owner.ask(delivery.mails, { filter: { profileId: two.profileId } })
  expect(items).toMatchObject([{ recipient: 'ada@example.com', iccid: two.iccid, state: 'KEPT', refusal: null }])
  expect((await owner.ask(delivery.mails, { filter: { search: 'GRACE@' } })).items).toMatchObject([
    { iccid: one.iccid },
  ])
  const letter = (await letters()).find(({ to }) => to === 'ada@example.com')!
  expect(letter.text).toContain(two.activationCode)
  expect(letter.text).toContain('Only test cards can install this eSIM: its server has no live certificate.')
  expect(letter.text).toContain(`/ac/${await slugOf(two.profileId)}`)
  expect(letter.html).toContain('&#60;b&#62;Soon')
  expect(scanned(Buffer.from(letter.picture!.png, 'base64'))).toBe(two.activationCode)
  const mailbox = await (
    await fetch(`${stranger().url}/dev/mailbox?token=${server.mail.mailbox!.token.reveal()}`)
  ).text()
  expect(mailbox).toContain(`src="data:image/png;base64,${letter.picture!.png}"`)
  const { owner: other } = await another()
  expect((await other.ask(delivery.mails, {})).items).toEqual([])
})

test('a mail is in the language of the sender, else in that of the enterprise account, with its own texts', async () => {
  const { owner: boss } = await another()
  const { version, fields } = await owner.ask(endUserPage.query, {})
  const send = async (email: string, language?: 'de' | 'ar') => {
    const { profileId } = await order()
    const recipients = [{ email }]
    await owner.ask(delivery.sendMails, { selection: { ids: [profileId] }, recipients, ...(language && { language }) })
    return (await letters()).find(({ to }) => to === email)!
  }
  const german = await send('german@example.com', 'de')
  expect(german.subject).toMatch(/^Ihre eSIM von /)
  expect(german.text).toContain('?lang=de')
  const arabic = await send('arabic@example.com', 'ar')
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
  expect(arabic.html).toMatch(/<p dir="ltr"[^>]*>LPA:1/)
  const texts = { es: { mailSubject: 'Hola de {enterpriseName}' } }
  await owner.ask(endUserPage.edit, { version, fields: { ...fields, language: 'es', texts } })
  expect((await send('spanish@example.com')).subject).toMatch(/^Hola de /)
  expect((await boss.ask(endUserPage.query, {})).fields).toEqual({ language: 'en', color: null, texts: {} })
  await owner.ask(endUserPage.edit, { version: version + 1, fields })
})

test('no mails are sent to an empty list, for used codes, or by a viewer', async () => {
  const { profileId, activationCode, iccid } = await order()
  const send = (recipients: object[]) =>
    owner.refusal(delivery.sendMails, { selection: { ids: [profileId] }, recipients } as never)
  expect(faultsOf(await send([]))).toEqual(['recipients: Required'])
  expect(faultsOf(await send([{ email: 'nobody' }]))).toEqual(['recipients.0.email: Invalid e-mail.'])
  expect(faultsOf(await send([{ email: 'a@example.com\nBcc: b@example.com' }]))).toHaveLength(1)
  await phones.phone().download(activationCode)
  expect(faultsOf(await send([{ email: 'ada@example.com', iccid }]))).toEqual([
    'recipients: Its activation code is not waiting for a device.',
  ])
  const viewer = await enterprise.member('Viewer')
  for (const endpoint of [delivery.sendMails, delivery.planMails, delivery.startFile, delivery.fileContent] as const)
    expect((await viewer.refusal(endpoint, {} as never)).code).toBe('19403')
})
