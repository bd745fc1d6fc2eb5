import { createHash } from 'node:crypto'
import { isAttributeColumn, type OwnValues, ownColumns } from '@simwright/contract/profiles/source-file'
import { algorithmKeys } from '@simwright/contract/profiles/subscriber-key'
import { type CardIccid, countryOfImsi, type Iccid, type Imsi, iccidKey } from '@simwright/ids'
import { deriveOpc, deriveTopc } from '@simwright/saip'
import type { ActivationCodeId, EnterpriseId, GroupId, OrderId, ProfileId } from '../../../db/row-id.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import type { Vault } from '../../../port/vault.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { type CardKeys, openCard, sealCard, sealCardKeys, sealPackage } from '../../platform/vault/service.ts'
import { type ConfigurationVersion, otaKeyBytes, pskBytes } from '../../profiles/configurations/service.ts'
import type { TraitChange } from '../../profiles/lifecycle/service.ts'
import { namesOfTags, type SubscriberNeeds, type ValidRow } from '../../profiles/source/service.ts'
import type { OwnProfile } from './queries.ts'

/** A row with everything generated that its profile, code and order need; secrets are sealed. */
export type DrawnProfile = {
  line: number
  iccidKey: Iccid
  /** As on the card. */
  iccid: CardIccid
  imsi: string
  msisdn: string | null
  eid: string | null
  region: string | null
  notes: string | null
  spn: string
  /** The group's name in the file. It is resolved to a group, or created, when the row is committed. */
  groupName: string | null
  groupId: GroupId | null
  /** Names of tags, and texts of attributes by their words, in the row. They are resolved when the row is committed. */
  tagNames: readonly string[]
  attributeTexts: Readonly<Record<string, string>>
  traits?: TraitChange
  profileId: ProfileId
  activationCodeId: ActivationCodeId
  orderId: OrderId
  matchingId: string
  slug: string
  expiresAt: Date | null
  /** When the profile is to be recycled; null: not by time. */
  recycleAt: Date | null
  sealedKeys: Buffer
  /** The supplied package; null: the package is built. Undefined: an existing profile keeps what it has. */
  sealedPackage: Buffer | null | undefined
  sealedConfirmation: Buffer | null
  /** The confirmation code is in the row, not from the configuration. */
  ownCode: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000

type DrawInput = {
  enterpriseId: EnterpriseId
  configuration: ConfigurationVersion
  rows: readonly DrawnRow[]
}

/** A valid row. `upp`: its supplied package, which has the keys, PINs and codes. */
type DrawnRow = ValidRow & { upp?: Uint8Array }

/** Generates identifiers, codes and keys for valid rows. All random bytes are fetched in one call. */
export function drawProfiles(
  server: Pick<Server, 'clock' | 'random' | 'vault'>,
  { enterpriseId, configuration, rows }: DrawInput,
): DrawnProfile[] {
  const supply = new RandomSupply(server.random.bytes(rows.length * RANDOM_BYTES_PER_ROW))
  const expiresAt = expiryOf(server, configuration)

  return rows.map(({ line, values, upp }) => {
    const iccid = values.ICCID as CardIccid
    const profileId = server.random.uuid()
    const activationCodeId = server.random.uuid()
    const code = confirmationCode(configuration, values.CONFIRMATION_CODE, supply)
    const sources = { values, code, supply }
    const keys = upp ? keysBesidePackage(sources) : drawKeys(configuration, sources)
    return {
      line,
      iccidKey: iccidKey(iccid),
      iccid,
      imsi: values.IMSI!,
      msisdn: values.MSISDN ?? null,
      eid: values.EID ?? null,
      region: countryOfImsi(values.IMSI as Imsi) ?? null,
      notes: values.NOTES ?? null,
      spn: spnOf(configuration, values),
      groupName: values.GROUP ?? null,
      groupId: null,
      tagNames: namesOfTags(values.TAGS ?? ''),
      attributeTexts: attributeTextsOf(values),
      profileId,
      activationCodeId,
      orderId: server.random.uuid(),
      matchingId: supply.bytes(16).toString('hex').toUpperCase(),
      slug: supply.bytes(16).toString('base64url'),
      ...endTimes(configuration, { own: values.EXPIRE_TIME, expiresAt }),
      sealedKeys: sealCardKeys(server.vault, { enterpriseId, profileId }, keys),
      sealedPackage: upp ? sealPackage(server.vault, { enterpriseId, profileId }, upp) : null,
      sealedConfirmation: code ? sealConfirmation(server.vault, { enterpriseId, activationCodeId }, code) : null,
      ownCode: values.CONFIRMATION_CODE !== undefined,
    }
  })
}

type RedrawInput = {
  enterpriseId: EnterpriseId
  configuration: ConfigurationVersion
  sources: readonly { line: number; profile: OwnProfile; confirmationCode: string; own: OwnValues }[]
}

/** Generates new activation codes for profiles that keep their keys, subscriber and confirmation code. */
export function drawCodes(
  server: Pick<Server, 'clock' | 'random' | 'vault'>,
  { enterpriseId, configuration, sources }: RedrawInput,
): DrawnProfile[] {
  const expiresAt = expiryOf(server, configuration)
  const { mode } = configuration.fields.confirmationCode
  const fixed = mode === 'fixed' ? configuration.fixedCode?.reveal() : ''
  return sources.map(({ line, profile, confirmationCode: code, own }) => {
    const activationCodeId = server.random.uuid()
    return {
      line,
      iccidKey: iccidKey(profile.iccid),
      iccid: profile.iccid,
      imsi: profile.imsi,
      msisdn: profile.msisdn,
      eid: null,
      region: profile.region,
      notes: null,
      spn: spnOf(configuration, own),
      groupName: null,
      groupId: null,
      tagNames: [],
      attributeTexts: {},
      profileId: profile.id,
      activationCodeId,
      orderId: server.random.uuid(),
      matchingId: Buffer.from(server.random.bytes(16)).toString('hex').toUpperCase(),
      slug: Buffer.from(server.random.bytes(16)).toString('base64url'),
      expiresAt,
      recycleAt: null,
      sealedKeys: profile.sealed,
      sealedPackage: undefined,
      sealedConfirmation: code ? sealConfirmation(server.vault, { enterpriseId, activationCodeId }, code) : null,
      ownCode: mode !== 'random' && code !== fixed,
    }
  })
}

const attributeTextsOf = (values: ValidRow['values']) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, text]) =>
      isAttributeColumn(column) ? [[column.slice('ATTR.'.length).toLowerCase(), text]] : [],
    ),
  )

const spnOf = ({ fields }: ConfigurationVersion, { SPN }: OwnValues): string => SPN ?? fields.serviceProviderName

function expiryOf({ clock }: Pick<Server, 'clock'>, { fields }: ConfigurationVersion): Date | null {
  const { acLifetimeDays: days } = fields
  return days === undefined ? null : new Date(clock.now().getTime() + days * DAY_MS)
}

/** EXPIRE_TIME is the recycle time of a profile with a Recycle applet; otherwise its code expires then. */
function endTimes(
  { fields }: ConfigurationVersion,
  { own, expiresAt }: { own: string | undefined; expiresAt: Date | null },
): Pick<DrawnProfile, 'expiresAt' | 'recycleAt'> {
  if (own === undefined) return { expiresAt, recycleAt: null }
  const at = new Date(own)
  return fields.recycleApplet ? { expiresAt, recycleAt: at } : { expiresAt: at, recycleAt: null }
}

/** Random Ki and operator key, as the algorithm needs them, in hexadecimal. The test algorithm has only Ki. */
export function generateSubscriberKeys(
  random: Server['random'],
  { algorithm, kiBytes }: SubscriberNeeds,
): ValidRow['values'] {
  const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex').toUpperCase()
  const { operatorKeys, operatorKeyBytes, isOperatorKeyRequired } = algorithmKeys[algorithm]
  return { KI: hex(kiBytes), ...(isOperatorKeyRequired ? { [operatorKeys[0]]: hex(operatorKeyBytes) } : {}) }
}

/** The operator key as the card stores it. Empty without one: the test algorithm. */
function operatorKey({ OPC, TOPC, OP, TOP }: ValidRow['values'], ki: Uint8Array, keccakIterations: number): Uint8Array {
  const stored = OPC ?? TOPC
  if (stored !== undefined) return Buffer.from(stored, 'hex')
  if (OP !== undefined) return deriveOpc(ki, Buffer.from(OP, 'hex'))
  return TOP === undefined ? new Uint8Array(0) : deriveTopc(ki, Buffer.from(TOP, 'hex'), keccakIterations)
}

type KeySources = { values: ValidRow['values']; code: string | undefined; supply: RandomSupply }

function drawKeys({ fields }: ConfigurationVersion, { values, code, supply }: KeySources): CardKeys {
  const ki = Buffer.from(values.KI!, 'hex')
  const [key, ota] = [() => supply.bytes(16), () => supply.bytes(otaKeyBytes(fields))]
  const { scp81 } = fields
  return {
    ki,
    opc: operatorKey(values, ki, fields.tuak?.keccakIterations ?? 1),
    pin1: values.PIN1 ?? supply.digits(4),
    pin2: values.PIN2 ?? supply.digits(4),
    puk1: values.PUK1 ?? supply.digits(8),
    puk2: values.PUK2 ?? supply.digits(8),
    adm1: values.ADM1 ?? supply.digits(8),
    kic: ota(),
    kid: ota(),
    kik: ota(),
    scp03Enc: ota(),
    scp03Mac: ota(),
    scp03Dek: ota(),
    ppkEnc: key(),
    ppkCmac: key(),
    ppkInitialMac: key(),
    smsp: values.SMSP ?? '',
    confirmationCode: code ?? '',
    scp81Psk: scp81 ? supply.bytes(pskBytes(fields)) : NO_KEY,
    scp81Dek: scp81 ? ota() : NO_KEY,
    impi: values.IMPI ?? '',
    impu: values.IMPU ?? '',
    c9: Buffer.from(values.C9 ?? '', 'hex'),
    own: ownText(values),
  }
}

const NO_KEY = new Uint8Array(0)

/** The values that replace those of the configuration, as they are sealed. */
function ownText(values: ValidRow['values']): string {
  const own = ownColumns.flatMap((column) => (values[column] === undefined ? [] : [[column, values[column]]]))
  return own.length === 0 ? '' : JSON.stringify(Object.fromEntries(own))
}

/** What a supplied package does not have: the protection keys of its delivery, confirmation code and metadata. */
const keysBesidePackage = ({ values, code, supply }: KeySources): CardKeys => ({
  ki: NO_KEY,
  opc: NO_KEY,
  pin1: '',
  pin2: '',
  puk1: '',
  puk2: '',
  adm1: '',
  kic: NO_KEY,
  kid: NO_KEY,
  kik: NO_KEY,
  scp03Enc: NO_KEY,
  scp03Mac: NO_KEY,
  scp03Dek: NO_KEY,
  ppkEnc: supply.bytes(PROTECTION_KEY_BYTES),
  ppkCmac: supply.bytes(PROTECTION_KEY_BYTES),
  ppkInitialMac: supply.bytes(PROTECTION_KEY_BYTES),
  smsp: '',
  confirmationCode: code ?? '',
  scp81Psk: NO_KEY,
  scp81Dek: NO_KEY,
  impi: '',
  impu: '',
  c9: NO_KEY,
  own: ownText(values),
})

const PROTECTION_KEY_BYTES = 16

const RANDOM_CODE_DIGITS = 6

/** The row's own code if it has one, else the code the configuration demands. */
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

type ActivationCodeRef = { enterpriseId: EnterpriseId; activationCodeId: ActivationCodeId }

/** Seals SHA-256 of the code. The hash alone would not protect a few digits. */
export function sealConfirmation(vault: Vault, place: ActivationCodeRef, code: string): Buffer {
  return sealCard(vault, confirmationContext(place), new Secret(createHash('sha256').update(code).digest()))
}

/** Opens `activation_code.sealed_confirmation`: SHA-256 of the confirmation code. */
export function openConfirmation(vault: Vault, place: ActivationCodeRef, sealed: Uint8Array): Secret {
  return openCard(vault, confirmationContext(place), sealed)
}

const confirmationContext = ({ enterpriseId, activationCodeId }: ActivationCodeRef): SealContext => ({
  enterpriseId,
  table: 'activation_code',
  row: activationCodeId,
  field: 'sealed_confirmation',
})

const DIGITS_BYTES = 6

/**
 * At most: 32 bytes each for 8 keys of over-the-air management, 16 bytes each for 3 protection keys, matching ID and
 * slug; 6 bytes each for PIN1, PIN2, PUK1, PUK2, ADM1 and confirmation code.
 */
const RANDOM_BYTES_PER_ROW = 8 * 32 + 5 * 16 + 6 * DIGITS_BYTES

/** A random decimal number of `count` digits, at most 8. */
export const drawDigits = (random: Server['random'], count: number): string =>
  new RandomSupply(random.bytes(DIGITS_BYTES)).digits(count)

/** Returns each byte of a buffer of random bytes once. */
class RandomSupply {
  readonly #bytes: Buffer
  #used = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  bytes(length: number): Buffer {
    const start = this.#used
    this.#used += length
    if (this.#used > this.#bytes.length) throw new RangeError('more random bytes are used than were fetched')
    return this.#bytes.subarray(start, this.#used)
  }

  /** At most 8 digits of 48 random bits: the modulo bias is below one in a million. */
  digits(count: number): string {
    const number = this.bytes(DIGITS_BYTES).readUIntBE(0, DIGITS_BYTES) % 10 ** count
    return String(number).padStart(count, '0')
  }
}
