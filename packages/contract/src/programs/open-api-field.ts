import { z } from 'zod'
import { notationLength } from '../notation.ts'
import { ATTRIBUTE_LINK_MAX } from '../profiles/attribute-value.ts'
import { PACKAGE_TOO_LONG, PackageText } from '../profiles/package-text.ts'
import { TAG_NAME_MAX, TAGS_PER_PROFILE } from '../profiles/tag.ts'
import { unsupported } from '../provisioning/batch.ts'

/*
 * The fields of the open API. Existing clients send null or an empty text for a field without a value, and lists also as
 * texts with commas.
 */

const absent = (sent: unknown) => (sent === null || sent === '' ? undefined : sent)

const maybe = <S extends z.ZodType>(schema: S) => z.preprocess(absent, schema.optional())

const listOf = (sent: unknown) =>
  typeof sent === 'string' ? sent.split(/[,;\s]+/).filter((entry) => entry !== '') : sent

const list = <S extends z.ZodType>(schema: S) => z.preprocess((sent) => listOf(absent(sent)), schema.optional())

/** Networks, each MCC and MNC together. */
export const networks = () => list(z.array(z.string().max(7)).max(10_000, 'Up to 10,000 networks.'))

/** sip: URIs. */
const identities = () => list(z.array(z.string().max(126)).max(10, 'Up to 10.'))

/** Names with commas or semicolons between them, or a list of them. */
export const names = () =>
  z.preprocess(
    (sent) => (typeof sent === 'string' && sent !== '' ? sent.split(/[,;]/).map((name) => name.trim()) : absent(sent)),
    z
      .array(z.string().max(TAG_NAME_MAX, `Up to ${TAG_NAME_MAX} characters.`))
      .max(TAGS_PER_PROFILE, `Up to ${TAGS_PER_PROFILE} tags.`)
      .optional(),
  )

const Values = z.record(z.string().max(32), z.string().max(ATTRIBUTE_LINK_MAX)).optional()

/** Numbers as texts, and what has no value as an empty text. */
const valueTexts = (sent: unknown) =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.fromEntries(
        Object.entries(sent).map(([word, value]) => [word, typeof value === 'number' ? String(value) : (value ?? '')]),
      )
    : absent(sent)

/** Texts or numbers by the words of attributes; an empty one clears the value. */
export const changedValues = () => z.preprocess(valueTexts, Values)

/** Texts or numbers by the words of attributes; one without a value is as one that is absent. */
const attributeValues = () =>
  z.preprocess((sent) => {
    const texts = valueTexts(sent)
    return typeof texts === 'object' && texts !== null && !Array.isArray(texts)
      ? Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
      : texts
  }, Values)

/** Tags and attributes of a profile that is generated. */
export const traitFields = {
  /** Names of tags; a missing tag is created. */
  tags: names(),
  /** Values by the words of attributes. */
  attributes: attributeValues(),
}

export const text = (max: number) => maybe(z.string().trim().max(max, `Up to ${max} characters.`))

const written = { true: true, false: false } as Readonly<Record<string, boolean>>

/** Some clients write a boolean as text. */
export const flag = () =>
  z.preprocess(
    (sent) => absent(typeof sent === 'string' ? (written[sent.trim().toLowerCase()] ?? sent) : sent) ?? false,
    z.boolean(),
  )

/** A value of up to `max` digits in any notation that is read. */
const notation = (max: number) => text(notationLength(max))

const required = (max: number) => z.string().trim().min(1, 'Required').max(max, `Up to ${max} characters.`)

export const iccid = required(32)
export const configName = required(64)

/** `yyyy-MM-dd HH:mm:ss`, in UTC, or ISO 8601. */
export const moment = () => text(35)

/** The whole profile package in hexadecimal or Base64. */
export const upp = PackageText.min(1, 'Required')

/** What a longer package is refused with. */
export const longestUpp = { path: 'upp', text: PACKAGE_TOO_LONG } as const

/** Values of a profile that are entered in the same form when it is generated and when it is changed. */
export const cardFields = {
  /** Up to 15 digits. */
  msisdn: notation(16),
  /** Another spelling of `msisdn`. */
  msidn: notation(16),
  spn: text(32),
  /** user@ims.mncXXX.mccXXX.3gppnetwork.org */
  impi: text(126),
  impu: identities(),
  /** Another spelling of `impu`. */
  impuList: identities(),
  /** Install parameters of the Customize applet, in hexadecimal. */
  c9: notation(254),
  pin1: notation(8),
  pin2: notation(8),
  puk1: notation(8),
  puk2: notation(8),
  adm1: notation(8),
}

/** An access rule: the hash of a certificate, in hexadecimal, and which hash it is. */
export const accessRule = { ara: text(95), araType: maybe(z.enum(['SHA1', 'SHA256'])) }

/** The subscriber of a profile, and the values that replace those of the configuration. */
export const Metadata = z.object({
  /** 19 or 20 digits. */
  iccid,
  /** 15 digits. */
  imsi: required(32),
  /** 32 hexadecimal digits. */
  ki: required(notationLength(64)),
  /** 32 hexadecimal digits; null only for a configuration of the type Conformance_Test. */
  opc: notation(64),
  ...cardFields,
  hplmnList: networks(),
  ehplmnList: networks(),
  oplmnList: networks(),
  fplmnList: networks(),
  /** The full name of the home network. */
  pnn: text(32),
  /** The confirmation code: 4 to 8 digits. */
  cc: notation(8),
  ...accessRule,
  /** When the code expires, or when a profile with a Recycle applet is recycled. */
  expireTime: moment(),
  smsp: notation(16),
  ...traitFields,
  multiImsiDataList: unsupported('Several IMSIs in one profile are not supported.'),
})
export type Metadata = z.output<typeof Metadata>

/** How codes are generated: fields next to the metadata of a profile, or of all profiles of a batch. */
export const generatingFields = {
  configName,
  encryptionMode: maybe(
    z.coerce.number().refine((mode) => mode === 1, 'Only 1, plain: keys are protected by TLS, and sealed when stored.'),
  ),
  needAcLink: flag(),
}

export const pageParam = z.preprocess(
  (sent) => absent(sent) ?? {},
  z.object({
    /** From 1. */
    pageNum: z.preprocess(absent, z.coerce.number().int().min(1).max(10_000).default(1)),
    pageSize: z.preprocess(absent, z.coerce.number().int().min(1).max(1_000).default(20)),
  }),
)

export const PageInfo = z.object({ pageNum: z.int(), pageSize: z.int(), total: z.int() })
