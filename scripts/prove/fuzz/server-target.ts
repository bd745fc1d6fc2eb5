import { createHmac } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { parseFleetQuery } from '@simwright/contract/profiles/fleet-query'
import * as openpgp from 'openpgp'
import sharp from 'sharp'
import { checkIco } from '../../../apps/server/src/format/image/ico.ts'
import { ImageRefusal } from '../../../apps/server/src/format/image/image-refusal.ts'
import { encodeAgain } from '../../../apps/server/src/format/image/raster.ts'
import { drawSvg } from '../../../apps/server/src/format/image/svg.ts'
import { xlsxFile } from '../../../apps/server/src/format/xlsx.ts'
import { isDeeperThan } from '../../../apps/server/src/http/json-body.ts'
import { beginsLikeSvg, kindOf } from '../../../apps/server/src/http/read-image.ts'
import { readFacts } from '../../../apps/server/src/modules/money/stripe/event.ts'
import { StripeFault } from '../../../apps/server/src/modules/money/stripe/fault.ts'
import { openStripe } from '../../../apps/server/src/modules/money/stripe/service.ts'
import { parseYaml, YamlRefusal } from '../../../apps/server/src/modules/profiles/configurations/yaml-parse.ts'
import { regularNeeds } from '../../../apps/server/src/modules/profiles/source/needs.ts'
import { readFile } from '../../../apps/server/src/modules/profiles/source/read.ts'
import { FileRefusal } from '../../../apps/server/src/modules/profiles/source/refusal.ts'
import { readListed } from '../../../apps/server/src/modules/provisioning/operations/listed.ts'
import { decodeMessage, writeMessage } from '../../../apps/server/src/modules/provisioning/recycle/message.ts'
import { systemClock } from '../../../apps/server/src/runtime/clock.ts'
import { Secret } from '../../../apps/server/src/secret/secret.ts'
import { subscriberCsv, subscribers } from '../../../apps/server/src/testing/subscriber.ts'
import { type FuzzTarget, seedsOf, text } from './target.ts'

/** The parsers of the server. */
export async function serverTargets(): Promise<FuzzTarget[]> {
  return [...(await sourceTargets()), ...(await imageTargets()), ...textTargets(), await webhookTarget()]
}

async function sourceTargets(): Promise<FuzzTarget[]> {
  const csv = subscriberCsv(subscribers(20))
  const { privateKey, publicKey } = await openpgp.generateKey({ userIDs: [{ name: 'Proof' }], format: 'object' })
  const message = await openpgp.createMessage({ text: csv })
  const encrypted = { message, encryptionKeys: publicKey }
  const binary = (await openpgp.encrypt({ ...encrypted, format: 'binary' })) as Uint8Array
  const armored = (await openpgp.encrypt(encrypted)) as string
  const keys = { armoredPrivateKeys: [privateKey.armor()], fingerprint: privateKey.getFingerprint() }
  const run = (file: Uint8Array) =>
    readFile({ file, keys, now: new Date('2026-11-21T12:00:00Z'), needs: regularNeeds }, () => {})
  return [
    { name: 'CSV', seeds: seedsOf(csv, csv.replaceAll(',', ';')), run, coded: [FileRefusal] },
    { name: 'XLSX', seeds: [await xlsx(csv)], run, coded: [FileRefusal] },
    { name: 'OpenPGP', seeds: [binary, Buffer.from(armored)], run, coded: [FileRefusal] },
  ]
}

/** The rows of a CSV file as XLSX. */
async function xlsx(csv: string): Promise<Uint8Array> {
  const rows = csv
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxFile(oneOf(rows))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* oneOf<T>(value: T): AsyncGenerator<T> {
  yield value
}

async function imageTargets(): Promise<FuzzTarget[]> {
  const image = sharp({ create: { width: 16, height: 16, channels: 3, background: '#ff0000' } })
  const [png, jpeg, webp] = await Promise.all([image.png(), image.jpeg(), image.webp()].map((one) => one.toBuffer()))
  const svg = `<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><defs><filter
    id="f"><feOffset/></filter></defs><g id="a" filter="url(#f)" opacity="0.5"><path d="M0 0H8V8Z"/></g><use href="#a"/></svg>`
  const ico = Buffer.concat([Buffer.from('000001000100080800000100200008000000160000000000', 'hex'), Buffer.alloc(16)])
  const raster = (bytes: Uint8Array) => {
    const content = Buffer.from(bytes)
    const kind = kindOf(content, ['PNG', 'JPEG', 'WebP'])
    return kind && encodeAgain(kind, content)
  }
  return [
    { name: 'PNG, JPEG, WebP', seeds: [png!, jpeg!, webp!], run: raster, coded: [ImageRefusal] },
    {
      name: 'ICO',
      seeds: [ico],
      run: (bytes) => bytes.length > 12 && checkIco(Buffer.from(bytes)),
      coded: [ImageRefusal],
    },
    {
      name: 'the beginning of an SVG',
      seeds: seedsOf(svg),
      run: (bytes) => beginsLikeSvg(Buffer.from(bytes)),
      coded: [],
    },
    { name: 'SVG', seeds: seedsOf(svg), run: (bytes) => drawSvg(Buffer.from(bytes)), coded: [ImageRefusal] },
  ]
}

function textTargets(): FuzzTarget[] {
  const yaml =
    'name: Retail\ntype: Regular\nhplmn:\n  - { plmn: "26201", access: [ GSM ] }\nconfirmationCode:\n  mode: none\n'
  const listed = 'ICCID;name\n8949012345678901236;a\n"89490123456789012367",b\n'
  const bip = writeMessage({ iccid: '89490123456789012367', counter: 7, reason: 'MANUAL' }, new Uint8Array(16))
  return [
    {
      name: 'YAML',
      seeds: seedsOf(yaml, 'a: &a [1]\nb: *a\n'),
      run: (bytes) => parseYaml(text(bytes)),
      coded: [YamlRefusal],
    },
    {
      name: 'fleet query',
      seeds: seedsOf(
        'status:AVAILABLE,"in use" -group:"a ""b""" created:>2026-01-01 8949',
        'eid:8904* iccid:8949..8950',
      ),
      run: (bytes) => parseFleetQuery(text(bytes).slice(0, 2_000)),
      coded: [],
    },
    {
      name: 'nesting of JSON',
      seeds: seedsOf('{"a":[{"b":"\\"["}]}'),
      run: (bytes) => isDeeperThan(text(bytes), 64),
      coded: [],
    },
    { name: 'list of ICCIDs', seeds: seedsOf(listed), run: (bytes) => readListed(streamOf(bytes)), coded: [Problem] },
    { name: 'BIP messages', seeds: [bip], run: (bytes) => decodeMessage(bytes), coded: [] },
  ]
}

const streamOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() as never

async function webhookTarget(): Promise<FuzzTarget> {
  const secret = 'whsec_proof'
  const settings = { stripeSecretKey: new Secret('sk_test_proof'), stripeWebhookSecret: new Secret(secret) }
  const stripe = openStripe({ ...settings, stripeUrl: undefined, stripeCallsPerSecond: 1 } as never, systemClock)
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id: 'pi_1', metadata: { payment: 'a' } } },
  }
  return {
    name: 'webhooks of Stripe',
    seeds: seedsOf(JSON.stringify(event), 'null', '[]', '{"data":null}'),
    run: async (bytes) => {
      const body = Buffer.from(bytes)
      const at = Math.floor(Date.now() / 1000)
      const signature = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
      readFacts(await stripe.readEvent(body, `t=${at},v1=${signature}`), false)
    },
    coded: [StripeFault, Problem],
  }
}
