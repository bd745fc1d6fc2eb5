/** Vouchers: short codes, printed or sold. A person redeems one on a public page and gets a profile of a campaign. */
import { IdError, parseVoucherCode } from '@simwright/ids'
import { z } from 'zod'
import { codeField } from '../code-field.ts'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import { sheetNames } from './delivery.ts'
import { EndUserLook } from './end-user-page.ts'

/** The maximum number of vouchers in a batch. */
export const VOUCHERS_MAX = 20_000

/** The maximum number of vouchers of an enterprise account that can still be redeemed. */
export const VOUCHERS_OPEN_MAX = 200_000

/** Days for which the redemptions of a batch are counted. */
export const VOUCHER_DAYS = 60

/** Hours for which the codes of a new batch can be downloaded. After that only their hashes exist. */
export const VOUCHER_FILE_HOURS = 24

/** The maximum of the limit of vouchers redeemed from one address within a day. */
export const ADDRESS_LIMIT_MAX = 1_000

/** `EXPIRED`: its batch has ended. */
export const voucherStates = ['UNUSED', 'REDEEMED', 'REVOKED', 'EXPIRED'] as const
export type VoucherState = (typeof voucherStates)[number]

export const voucherBatchStates = ['VALID', 'EXPIRED', 'REVOKED'] as const
export type VoucherBatchState = (typeof voucherBatchStates)[number]

const changeable = {
  name: z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.'),
  /** Null: as long as the campaign runs. */
  expiresAt: z.iso.datetime({ offset: true, error: 'Invalid time.' }).nullable().default(null),
  /** Maximum number of vouchers redeemed from one address within 24 hours; null: no limit. */
  addressLimit: z
    .int('A whole number.')
    .min(1, 'At least 1.')
    .max(ADDRESS_LIMIT_MAX, 'Up to 1,000.')
    .nullable()
    .default(null),
}

/** What can be changed of a batch. */
export const VoucherBatchChange = z.object(changeable)
export type VoucherBatchChange = z.infer<typeof VoucherBatchChange>

export const VoucherBatchFields = z.object({
  ...changeable,
  /** The campaign whose profiles the vouchers are for. */
  campaignId: z.uuid('Required'),
  count: z.int('A whole number.').min(1, 'At least 1.').max(VOUCHERS_MAX, 'Up to 20,000.'),
})
export type VoucherBatchFields = z.infer<typeof VoucherBatchFields>

export const VoucherBatch = z.object({
  id,
  version,
  name: z.string(),
  state: z.enum(voucherBatchStates),
  campaignId: id,
  campaignName: z.string(),
  count: z.int(),
  redeemed: z.int(),
  /** Vouchers that were revoked one by one. */
  revoked: z.int(),
  /** Codes entered on its page that none of its vouchers has. */
  wrong: z.int(),
  expiresAt: time.nullable(),
  addressLimit: z.int().nullable(),
  /** The public page where its vouchers are redeemed; null: not in the plan. */
  link: z.string().nullable(),
  /** The codes can be downloaded until then; null: they were deleted. */
  codesUntil: time.nullable(),
  revokedAt: time.nullable(),
  createdAt: time,
  createdBy: z.string(),
})
export type VoucherBatch = z.infer<typeof VoucherBatch>

export const list = endpoint({
  method: 'POST',
  path: '/voucher/list',
  access: 'Campaign_View',
  reads: true,
  summary: 'Batches of vouchers, newest first',
  input: listInput({ search: z.string().trim().max(64), campaignId: id }, ['createdAt']),
  output: pageOf(VoucherBatch),
})

export const get = endpoint({
  method: 'POST',
  path: '/voucher/get',
  access: 'Campaign_View',
  reads: true,
  summary: 'One batch of vouchers with its counters, and the days on which vouchers were redeemed',
  input: z.object({ id }),
  output: VoucherBatch.extend({
    /** Of the last 60 days, in UTC, those with redemptions, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), redeemed: z.int() })),
  }),
})
export type VoucherBatchDetail = z.infer<typeof get.output>

export const add = endpoint({
  method: 'POST',
  path: '/voucher/add',
  access: 'Campaign_Edit',
  summary: 'Create a batch of vouchers for the profiles of a campaign',
  input: z.object({ fields: VoucherBatchFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/voucher/edit',
  access: 'Campaign_Edit',
  summary: 'Change the name, the end or the limit for each address of a batch of vouchers',
  input: z.object({ id, version, fields: VoucherBatchChange }),
  output: z.object({ version }),
})

export const labels = endpoint({
  method: 'POST',
  path: '/voucher/labels',
  access: 'Fleet_Export',
  summary: 'The vouchers of a new batch on label sheets, each with its code and a QR code of its page; within 24 hours',
  input: z.object({ id, sheet: z.enum(sheetNames).default('A4_21') }),
  output: nothing,
  answer: 'file',
})

export const codes = endpoint({
  method: 'POST',
  path: '/voucher/codes',
  access: 'Fleet_Export',
  summary: 'The codes of a new batch with their links, as CSV; within 24 hours',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

/** A code in any notation, as its parser reads it. */
export const VoucherCodeText = z
  .string()
  .max(64, 'Up to 64 characters.')
  .transform((text, context) => {
    try {
      return parseVoucherCode(text)
    } catch (error) {
      if (!(error instanceof IdError)) throw error
      context.addIssue({ code: 'custom', message: error.message, params: { rule: error.code } })
      return z.NEVER
    }
  })

export const Voucher = z.object({
  /** Its line in the file of codes, from 1. */
  number: z.int(),
  state: z.enum(voucherStates),
  redeemedAt: time.nullable(),
  /** The profile for which it was redeemed. */
  profileId: id.nullable(),
  iccid: z.string().nullable(),
  /** The address from which it was redeemed. */
  address: z.string().nullable(),
  revokedAt: time.nullable(),
})
export type Voucher = z.infer<typeof Voucher>

export const vouchers = endpoint({
  method: 'POST',
  path: '/voucher/vouchers',
  access: 'Campaign_View',
  reads: true,
  summary: 'The vouchers of a batch, by number; or the one that has a code',
  input: listInput(
    {
      batchId: id,
      state: z.array(z.enum(voucherStates)).max(voucherStates.length),
      voucherCode: VoucherCodeText,
    },
    ['number'],
  ),
  output: pageOf(Voucher),
})

export const revoke = endpoint({
  method: 'POST',
  path: '/voucher/revoke',
  access: 'Campaign_Edit',
  summary: 'Revoke one voucher that was not redeemed, permanently',
  input: z.object({ id, number: z.int().min(1).max(VOUCHERS_MAX) }),
  output: done,
})

export const revokeBatch = endpoint({
  method: 'POST',
  path: '/voucher/revokeBatch',
  access: 'Campaign_Edit',
  summary: 'Revoke all vouchers of a batch that were not redeemed, permanently',
  input: z.object({ id }),
  output: z.object({ revoked: z.int() }),
  dryRun: 'rolled back',
})

export const report = endpoint({
  method: 'POST',
  path: '/voucher/report',
  access: 'Fleet_Export',
  summary: 'Each voucher of a batch with its state, profile and address, without codes, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

/** Whether vouchers can be redeemed: `taken`: no profile is left at the moment. */
export const voucherPageStates = ['open', 'soon', 'paused', 'taken', 'ended', 'expired', 'revoked'] as const
export type VoucherPageState = (typeof voucherPageStates)[number]

/** The name of a page of vouchers, short enough to be typed. */
const Slug = z.string().min(1).max(64)

export const publicVouchers = endpoint({
  method: 'GET',
  path: '/public/voucher',
  access: 'public',
  reads: true,
  summary: 'The public page where the vouchers of a batch are redeemed',
  input: z.object({ slug: Slug }),
  output: z.object({
    /** Short name of the platform whose style the page has. */
    sys: z.string(),
    title: z.string(),
    welcome: z.string(),
    serviceProviderName: z.string(),
    state: z.enum(voucherPageStates),
    startsAt: time.nullable(),
    /** When the vouchers can no longer be redeemed; null: no time is set. */
    endsAt: time.nullable(),
    page: EndUserLook,
  }),
})

/**
 * What a redemption led to. `redeemed`: the profile has a page, of which `slug` is the name. `used`: redeemed by someone
 * else. `many`: too many from this address today. All others but `revoked` and `expired` leave the voucher valid.
 */
export const redemptions = [
  'redeemed',
  'wrong',
  'used',
  'revoked',
  'expired',
  'soon',
  'paused',
  'ended',
  'taken',
  'many',
] as const
export type Redemption = (typeof redemptions)[number]

export const redeem = endpoint({
  method: 'POST',
  path: '/public/voucher/redeem',
  access: 'public',
  summary: 'Redeem a voucher: its person gets the page of a profile',
  input: z.object({
    slug: Slug,
    voucherCode: VoucherCodeText,
    /**
     * A random text of the caller. A repeated call with the same one gets the same page, so that an answer which is lost on
     * the way costs nobody a voucher.
     */
    secret: z.string().min(16).max(64),
  }),
  output: z.object({ outcome: z.enum(redemptions), slug: codeField(z.string()).nullable() }),
})
