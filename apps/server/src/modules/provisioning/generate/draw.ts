import { createHash } from 'node:crypto'
import { countryOfImsi, type Imsi } from '@simwright/ids'
import { deriveOpc } from '@simwright/saip'
import type { Place } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { type CardKeys, openCard, sealCard, sealCardKeys, type Vault } from '../../platform/vault/service.ts'
import type { ConfigurationVersion } from '../../profiles/configurations/service.ts'
import type { GoodRow } from '../../profiles/source/service.ts'
import type { Server } from './port.ts'
import type { OwnProfile } from './queries.ts'

/** A row with everything drawn that its profile, code and order need; what is secret is sealed. */
export type DrawnProfile = {
  line: number
  iccid: string
  imsi: string
  msisdn: string | null
  eid: string | null
  region: string | null
  notes: string | null
  /** The name that the file gives; the group of it is looked up, or made, when the row is written. */
  groupName: string | null
  groupId: string | null
  profileId: string
  activationCodeId: string
  orderId: string
  matchingId: string
  slug: string
  expiresAt: Date | null
  sealedKeys: Buffer
  sealedConfirmation: Buffer | null
  /** The row itself brought its confirmation code. */
  ownCode: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000

type Drawing = {
  enterpriseId: string
  configuration: ConfigurationVersion
  rows: readonly GoodRow[]
}

/** Draws identifiers, codes and keys for rows that are without fault; all randomness of a part is fetched at once. */
export function drawProfiles(
  server: Pick<Server, 'clock' | 'random' | 'vault'>,
  { enterpriseId, configuration, rows }: Drawing,
): DrawnProfile[] {
  const supply = new RandomSupply(server.random.bytes(rows.length * RANDOM_BYTES_PER_ROW))
  const lifeEnd = lifeEndOf(server, configuration)

  return rows.map(({ line, values }) => {
    const profileId = server.random.uuid()
    const activationCodeId = server.random.uuid()
    const code = confirmationCode(configuration, values.CONFIRMATION_CODE, supply)
    const keys = drawKeys(values, code, supply)
    return {
      line,
      iccid: values.ICCID!,
      imsi: values.IMSI!,
      msisdn: values.MSISDN ?? null,
      eid: values.EID ?? null,
      region: countryOfImsi(values.IMSI as Imsi) ?? null,
      notes: values.NOTES ?? null,
      groupName: values.GROUP ?? null,
      groupId: null,
      profileId,
      activationCodeId,
      orderId: server.random.uuid(),
      matchingId: supply.bytes(16).toString('hex').toUpperCase(),
      slug: supply.bytes(16).toString('base64url'),
      expiresAt: values.EXPIRE_TIME ? new Date(values.EXPIRE_TIME) : lifeEnd,
      sealedKeys: sealCardKeys(server.vault, { enterpriseId, profileId }, keys),
      sealedConfirmation: code ? sealConfirmation(server.vault, { enterpriseId, activationCodeId }, code) : null,
      ownCode: values.CONFIRMATION_CODE !== undefined,
    }
  })
}

type Redrawing = {
  enterpriseId: string
  configuration: ConfigurationVersion
  sources: readonly { line: number; profile: OwnProfile; confirmationCode: string }[]
}

/** New codes for profiles that keep all else: keys, subscriber, confirmation code. */
export function drawCodes(
  server: Pick<Server, 'clock' | 'random' | 'vault'>,
  { enterpriseId, configuration, sources }: Redrawing,
): DrawnProfile[] {
  const lifeEnd = lifeEndOf(server, configuration)
  const { mode } = configuration.fields.confirmationCode
  const given = mode === 'fixed' ? configuration.fixedCode?.reveal() : ''
  return sources.map(({ line, profile, confirmationCode: code }) => {
    const activationCodeId = server.random.uuid()
    return {
      line,
      iccid: profile.iccid,
      imsi: profile.imsi,
      msisdn: profile.msisdn,
      eid: null,
      region: profile.region,
      notes: null,
      groupName: null,
      groupId: null,
      profileId: profile.id,
      activationCodeId,
      orderId: server.random.uuid(),
      matchingId: Buffer.from(server.random.bytes(16)).toString('hex').toUpperCase(),
      slug: Buffer.from(server.random.bytes(16)).toString('base64url'),
      expiresAt: lifeEnd,
      sealedKeys: profile.sealed,
      sealedConfirmation: code ? sealConfirmation(server.vault, { enterpriseId, activationCodeId }, code) : null,
      ownCode: mode !== 'random' && code !== given,
    }
  })
}

function lifeEndOf({ clock }: Pick<Server, 'clock'>, { fields }: ConfigurationVersion): Date | null {
  const { acLifetimeDays: days } = fields
  return days === undefined ? null : new Date(clock.now().getTime() + days * DAY_MS)
}

/** Keys for a quick generate without source data. */
export function makeSubscriberKeys(random: Server['random']): { KI: string; OPC: string } {
  const hex = () => Buffer.from(random.bytes(16)).toString('hex').toUpperCase()
  return { KI: hex(), OPC: hex() }
}

function drawKeys(values: GoodRow['values'], code: string | undefined, supply: RandomSupply): CardKeys {
  const ki = Buffer.from(values.KI!, 'hex')
  const key = () => supply.bytes(16)
  return {
    ki,
    opc: values.OPC ? Buffer.from(values.OPC, 'hex') : deriveOpc(ki, Buffer.from(values.OP!, 'hex')),
    pin1: values.PIN1 ?? supply.digits(4),
    pin2: values.PIN2 ?? supply.digits(4),
    puk1: values.PUK1 ?? supply.digits(8),
    puk2: values.PUK2 ?? supply.digits(8),
    adm1: values.ADM1 ?? supply.digits(8),
    kic: key(),
    kid: key(),
    kik: key(),
    scp03Enc: key(),
    scp03Mac: key(),
    scp03Dek: key(),
    ppkEnc: key(),
    ppkCmac: key(),
    ppkInitialMac: key(),
    smsp: values.SMSP ?? '',
    confirmationCode: code ?? '',
  }
}

const RANDOM_CODE_DIGITS = 6

/** The row's own code, else what the configuration says. */
function confirmationCode(
  { fields, fixedCode }: ConfigurationVersion,
  own: string | undefined,
  supply: RandomSupply,
): string | undefined {
  if (own) return own
  const { mode } = fields.confirmationCode
  if (mode === 'random') return supply.digits(RANDOM_CODE_DIGITS)
  return mode === 'fixed' ? fixedCode!.reveal() : undefined
}

type CodePlace = { enterpriseId: string; activationCodeId: string }

/** SHA-256 of the code, sealed: the hash of a few digits alone would be no protection. */
export function sealConfirmation(vault: Vault, place: CodePlace, code: string): Buffer {
  return sealCard(vault, confirmationPlace(place), new Secret(createHash('sha256').update(code).digest()))
}

/** SHA-256 of the confirmation code, as `activation_code.sealed_confirmation` holds it. */
export function openConfirmation(vault: Vault, place: CodePlace, sealed: Uint8Array): Secret {
  return openCard(vault, confirmationPlace(place), sealed)
}

const confirmationPlace = ({ enterpriseId, activationCodeId }: CodePlace): Place => ({
  enterpriseId,
  table: 'activation_code',
  row: activationCodeId,
  field: 'sealed_confirmation',
})

const DIGITS_BYTES = 6

/** 9 keys, matching id and slug of 16 bytes each; 5 numbers for the card and a confirmation code of 6 bytes each. */
const RANDOM_BYTES_PER_ROW = 11 * 16 + 6 * DIGITS_BYTES

/** One code of so many digits. */
export const drawDigits = (random: Server['random'], count: number): string =>
  new RandomSupply(random.bytes(DIGITS_BYTES)).digits(count)

/** Hands out random bytes, each once. */
class RandomSupply {
  readonly #bytes: Buffer
  #used = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  bytes(length: number): Buffer {
    const start = this.#used
    this.#used += length
    if (this.#used > this.#bytes.length) throw new RangeError('more randomness is used than was fetched')
    return this.#bytes.subarray(start, this.#used)
  }

  /** 48 random bits for at most 8 digits: no digit is likelier than another by more than one in a million. */
  digits(count: number): string {
    const number = this.bytes(DIGITS_BYTES).readUIntBE(0, DIGITS_BYTES) % 10 ** count
    return String(number).padStart(count, '0')
  }
}
