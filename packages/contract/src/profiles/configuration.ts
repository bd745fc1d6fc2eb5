import { isPlmn } from '@simwright/ids'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, version } from '../list.ts'

export const configurationTypes = ['Regular'] as const
export const algorithms = ['MILENAGE'] as const
export const accessTechnologies = ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'] as const
/** The SM-DP+'s certificate sets by the suffix of SGP.26's file names: NIST P-256 and brainpoolP256r1. */
export const certificateIssuers = ['NIST', 'BRP'] as const
export type CertificateIssuer = (typeof certificateIssuers)[number]
export const confirmationModes = ['none', 'fixed', 'random'] as const

const Plmn = z.string().refine(isPlmn, 'Invalid PLMN. MCC and MNC together are 5 or 6 digits.')

/** A network with the access technologies it is used over, as in EF.PLMNwAcT (3GPP TS 31.102). */
export const PlmnWithAccess = z.object({
  plmn: Plmn,
  access: z
    .array(z.enum(accessTechnologies, `Invalid access technology. Known: ${accessTechnologies.join(', ')}.`))
    .min(1, 'Required'),
})
export type PlmnWithAccess = z.infer<typeof PlmnWithAccess>

const hex = (maxBytes: number) =>
  z
    .string()
    .regex(/^([0-9a-fA-F]{2})*$/, 'Hexadecimal digits, two for each byte.')
    .max(maxBytes * 2, `Up to ${maxBytes * 2} characters.`)

/** 5G standalone: the files of DF.5GS (3GPP TS 31.102, 4.4.11). */
export const FiveG = z.object({
  routingIndicator: z.string().regex(/^\d{1,4}$/, '1 to 4 digits.'),
  protectionScheme: z.enum(['null', 'A', 'B']),
  homeNetworkPublicKeyId: z.int().min(0).max(255).optional(),
  /** Scheme A: 32 bytes of X25519; scheme B: 33 bytes, a compressed point of P-256 (3GPP TS 33.501, annex C). */
  homeNetworkPublicKey: hex(33).optional(),
  suciCalculation: z.enum(['ME', 'USIM']),
})
export type FiveG = z.infer<typeof FiveG>

const networkList = (max: number) => z.array(PlmnWithAccess).max(max, `Up to ${max} entries.`).default([])
const plmnList = (max: number) => z.array(Plmn).max(max, `Up to ${max} entries.`).default([])

/** Everything of a configuration that decides what a profile is and how its code behaves (decisions, section 3). */
export const ConfigurationFields = z
  .object({
    name: z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.'),
    type: z.enum(configurationTypes),
    profileName: z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.'),
    serviceProviderName: z.string().trim().max(32, 'Up to 32 characters.').default(''),
    algorithm: z.enum(algorithms),
    /** The issuer that the devices trust: its port's address goes into the codes, else that of the first port. */
    issuer: z.enum(certificateIssuers).optional(),
    hplmn: networkList(20),
    ehplmn: plmnList(20),
    rplmn: Plmn.optional(),
    plmn: networkList(100),
    oplmn: networkList(100),
    fplmn: plmnList(100),
    pnn: z
      .object({
        fullName: z.string().trim().min(1, 'Required').max(32, 'Up to 32 characters.'),
        shortName: z.string().trim().max(16, 'Up to 16 characters.').default(''),
      })
      .optional(),
    gid1: hex(20).default(''),
    gid2: hex(20).default(''),
    smsp: z
      .string()
      .regex(/^(\+?\d{3,15})?$/, 'Invalid SMSP number. Up to 15 digits, with an optional + in front.')
      .default(''),
    fiveG: FiveG.optional(),
    confirmationCode: z.object({
      mode: z.enum(confirmationModes),
      /** Write-only: 4 to 8 digits. Absent on an edit, the stored one stays. */
      code: z
        .string()
        .regex(/^\d{4,8}$/, 'From 4 to 8 digits.')
        .optional(),
    }),
    acLifetimeDays: z.int('A whole number.').min(1, 'At least 1.').max(3650, 'Up to 3650.').optional(),
    maxDownloadAttempts: z.int('A whole number.').min(1, 'At least 1.').max(100, 'Up to 100.').default(5),
    maxRedownloads: z.int('A whole number.').min(0, 'At least 0.').max(100, 'Up to 100.').default(0),
    allowDeviceChange: z.boolean().default(false),
    /** A code is not tied to one ICCID: each new device gets the next profile of the batch that is free. */
    rotation: z.boolean().default(false),
  })
  .superRefine((fields, ctx) => {
    const { fiveG } = fields
    if (fields.rotation && fields.confirmationCode.mode === 'random')
      ctx.addIssue({
        code: 'custom',
        path: ['rotation'],
        message: 'With rotation the confirmation code is none or fixed: nobody knows which profile a device gets.',
      })
    if (fiveG && fiveG.protectionScheme !== 'null') {
      const bytes = fiveG.protectionScheme === 'A' ? 32 : 33
      if (fiveG.homeNetworkPublicKey?.length !== bytes * 2)
        ctx.addIssue({
          code: 'custom',
          path: ['fiveG', 'homeNetworkPublicKey'],
          message: `Length is ${bytes * 2} characters.`,
        })
      if (fiveG.homeNetworkPublicKeyId === undefined)
        ctx.addIssue({ code: 'custom', path: ['fiveG', 'homeNetworkPublicKeyId'], message: 'Required' })
    }
  })
export type ConfigurationFields = z.infer<typeof ConfigurationFields>
export type ConfigurationInput = z.input<typeof ConfigurationFields>

/** Profiles of a configuration are counted up to here: one more stands for any more. */
export const PROFILES_COUNTED = 10_000

export const Configuration = z.object({
  id,
  version,
  fields: ConfigurationFields,
  /** Whether a fixed confirmation code is stored. The code itself is never answered. */
  confirmationCodeSet: z.boolean(),
  profiles: z.int(),
  sample: z.boolean(),
  /** Beyond what the plan has: nothing can be generated with it until there is room, or what is too much goes. */
  frozen: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  createdBy: z.string(),
})
export type Configuration = z.infer<typeof Configuration>

export const ConfigurationRow = z.object({
  id,
  version,
  name: z.string(),
  type: z.enum(configurationTypes),
  profileName: z.string(),
  serviceProviderName: z.string(),
  algorithm: z.enum(algorithms),
  hplmn: z.array(z.string()),
  profiles: z.int(),
  sample: z.boolean(),
  frozen: z.boolean(),
  updatedAt: z.string(),
})
export type ConfigurationRow = z.infer<typeof ConfigurationRow>

export const list = endpoint({
  method: 'POST',
  path: '/configuration/list',
  access: ['Profile_Config_View', 'Generate_Ac_View'],
  summary: 'Profile configurations, newest first',
  input: listInput({ name: z.string().max(64) }, ['updatedAt', 'name']),
  output: pageOf(ConfigurationRow),
})

export const get = endpoint({
  method: 'POST',
  path: '/configuration/get',
  access: ['Profile_Config_View', 'Generate_Ac_View'],
  summary: 'One profile configuration with all its fields',
  input: z.object({ id }),
  output: Configuration,
})

export const add = endpoint({
  method: 'POST',
  path: '/configuration/add',
  access: 'Profile_Config_Edit',
  summary: 'Make a profile configuration',
  input: z.object({ fields: ConfigurationFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/configuration/edit',
  access: 'Profile_Config_Edit',
  summary: 'Edit a profile configuration: makes a new version; profiles keep theirs',
  input: z.object({ id, version, fields: ConfigurationFields }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/configuration/delete',
  access: 'Profile_Config_Edit',
  summary: 'Delete a profile configuration; its profiles keep the version they were made from',
  input: z.object({ id, version }),
  output: done,
})
