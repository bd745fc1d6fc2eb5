import { isPlmn } from '@simwright/ids'
import { z } from 'zod'
import { choice, flag, group, networks, number, optionalGroup, plmns, text } from '../field.ts'

export const configurationTypes = ['Regular'] as const
export const algorithms = ['MILENAGE'] as const
export const accessTechnologies = ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'] as const
/** Certificate sets of the SM-DP+, named like the file suffixes of SGP.26: NIST P-256 and brainpoolP256r1. */
export const certificateIssuers = ['NIST', 'BRP'] as const
export type CertificateIssuer = (typeof certificateIssuers)[number]
export const confirmationModes = ['none', 'fixed', 'random'] as const

const Plmn = z.string().refine(isPlmn, 'Invalid PLMN. MCC and MNC together are 5 or 6 digits.')

/** A network with its access technologies, as in EF.PLMNwAcT (3GPP TS 31.102, 4.2.5). */
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
const name = (max: number) => z.string().trim().max(max, `Up to ${max} characters.`)
const requiredName = (max: number) => z.string().trim().min(1, 'Required').max(max, `Up to ${max} characters.`)
const networkList = (max: number) => z.array(PlmnWithAccess).max(max, `Up to ${max} entries.`).default([])
const plmnList = (max: number) => z.array(Plmn).max(max, `Up to ${max} entries.`).default([])
const whole = (min: number, max: number) =>
  z.int('A whole number.').min(min, `At least ${min}.`).max(max, `Up to ${max}.`)

const identity = {
  name: text({
    schema: requiredName(64),
    maxLength: 64,
    label: 'Configuration name',
    help: 'Used once in this enterprise account. Up to 64 characters.',
  }),
  profileName: text({
    schema: requiredName(64),
    maxLength: 64,
    width: 'pair',
    label: 'Profile name',
    help: 'Shown by the phone before the download. Up to 64 characters.',
  }),
  serviceProviderName: text({
    schema: name(32).default(''),
    maxLength: 32,
    width: 'pair',
    label: 'Service provider name',
    help: 'Shown as the operator, and kept in EF.SPN. Up to 32 characters. Needed before codes can be generated.',
    neededForCodes: 'service provider name',
  }),
  type: choice(z.enum(configurationTypes), {
    width: 'pair',
    label: 'Type',
    options: { Regular: { label: 'Regular' } },
    limit: { kind: 'among', of: 'configurationTypes' },
  }),
  algorithm: choice(z.enum(algorithms), {
    width: 'pair',
    label: 'Authentication algorithm',
    options: { MILENAGE: { label: 'MILENAGE' } },
  }),
  /**
   * The certificate issuer that devices must trust. Decides the SM-DP+ address in the codes; absent: the first port.
   */
  issuer: choice(z.enum(certificateIssuers).optional(), {
    width: 'half',
    label: 'Certificate issuer',
    help: 'The issuer that the devices trust. It decides which SM-DP+ address the activation codes hold; with "Any", the first one.',
    options: { NIST: { label: 'NIST P-256' }, BRP: { label: 'Brainpool P256r1' } },
    absent: 'Any',
  }),
}

const home = {
  hplmn: networks({
    schema: networkList(20),
    label: 'HPLMN',
    help: 'MCC and MNC together, 5 or 6 digits, with the access technologies used (EF.HPLMNwAcT). Needed before codes can be generated. Up to 20 entries.',
    neededForCodes: 'HPLMN',
  }),
  ehplmn: plmns({
    schema: plmnList(20),
    label: 'EHPLMN',
    help: 'Networks that count as home, too (EF.EHPLMN). Press Enter after each. Up to 20 entries.',
  }),
}

const otherNetworks = {
  oplmn: networks({
    schema: networkList(100),
    label: 'OPLMN',
    help: 'Preferred networks that the operator sets (EF.OPLMNwAcT). Up to 100 entries.',
    asText: true,
    limit: { kind: 'entries', of: 'oplmn' },
  }),
  plmn: networks({
    schema: networkList(100),
    label: 'PLMN',
    help: 'Preferred networks that the user may change (EF.PLMNwAcT). Up to 100 entries.',
  }),
  fplmn: plmns({
    schema: plmnList(100),
    label: 'FPLMN',
    help: 'Networks that must not be used (EF.FPLMN). Press Enter after each. Up to 100 entries.',
    limit: { kind: 'entries', of: 'fplmn' },
  }),
  rplmn: text({
    schema: Plmn.optional(),
    maxLength: 6,
    width: 'short',
    input: 'plmn',
    label: 'RPLMN',
    help: 'The network that counts as the last one registered in (EF.LOCI, EF.EPSLOCI).',
  }),
}

const operator = {
  pnn: optionalGroup(
    {
      label: 'Network name (PNN)',
      help: 'The name that phones show for the home network (EF.PNN, EF.OPL).',
      isJoined: true,
    },
    {
      fullName: text({
        schema: requiredName(32),
        maxLength: 32,
        width: 'pair',
        label: 'Full name',
        help: 'Up to 32 characters.',
      }),
      shortName: text({
        schema: name(16).default(''),
        maxLength: 16,
        width: 'pair',
        label: 'Short name',
        help: 'Up to 16 characters.',
      }),
    },
  ),
  gid1: text({
    schema: hex(20).default(''),
    maxLength: 40,
    width: 'pair',
    input: 'hex',
    label: 'GID1',
    help: 'Hexadecimal, up to 20 bytes (EF.GID1).',
  }),
  gid2: text({
    schema: hex(20).default(''),
    maxLength: 40,
    width: 'pair',
    input: 'hex',
    label: 'GID2',
    help: 'Hexadecimal, up to 20 bytes (EF.GID2).',
  }),
  smsp: text({
    schema: z
      .string()
      .regex(/^(\+?\d{3,15})?$/, 'Invalid SMSP number. Up to 15 digits, with an optional + in front.')
      .default(''),
    maxLength: 16,
    width: 'half',
    input: 'tel',
    label: 'SMSP number',
    help: 'The SMS center: up to 15 digits, with an optional + in front (EF.SMSP).',
  }),
}

const isConcealed = { field: 'protectionScheme', is: ['A', 'B'] } as const

/** 5G standalone: the files of DF.5GS (3GPP TS 31.102, 4.4.11). */
const fiveG = {
  fiveG: optionalGroup(
    {
      label: 'Use in 5G standalone networks',
      help: 'Adds the files of DF.5GS to the profile.',
    },
    {
      protectionScheme: choice(z.enum(['null', 'A', 'B']), {
        width: 'pair',
        label: 'Protection scheme',
        help: 'Null sends the identity in the clear.',
        options: { null: { label: 'Null' }, A: { label: 'Profile A' }, B: { label: 'Profile B' } },
      }),
      routingIndicator: text({
        schema: z.string().regex(/^\d{1,4}$/, '1 to 4 digits.'),
        maxLength: 4,
        width: 'pair',
        input: 'numeric',
        initial: '0',
        label: 'Routing indicator',
        help: '1 to 4 digits.',
      }),
      /** Scheme A: 32 bytes of X25519; scheme B: 33 bytes, a compressed point of P-256 (3GPP TS 33.501, annex C). */
      homeNetworkPublicKey: text({
        schema: hex(33).optional(),
        maxLength: 66,
        input: 'key',
        when: isConcealed,
        isRequired: true,
        label: 'Home network public key',
        help: 'Hexadecimal: for profile A the 64 characters of an X25519 key, for profile B the 66 of a compressed P-256 key.',
      }),
      homeNetworkPublicKeyId: number({
        schema: z.int().min(0).max(255).optional(),
        min: 0,
        max: 255,
        width: 'short',
        when: isConcealed,
        isRequired: true,
        label: 'Home network public key id',
        help: '0 to 255.',
      }),
      suciCalculation: choice(z.enum(['ME', 'USIM']), {
        label: 'SUCI is computed by',
        options: {
          ME: { label: 'Device (ME)', help: 'The modem conceals the identity.' },
          USIM: { label: 'Profile (USIM)', help: 'The eUICC does; not all can.' },
        },
      }),
    },
  ),
}

const code = {
  confirmationCode: group(
    {
      label: 'Confirmation code',
      fact: { name: 'confirmationMode', field: 'mode' },
    },
    {
      mode: choice(z.enum(confirmationModes), {
        label: 'Confirmation code',
        options: {
          none: { label: 'None', help: 'Anyone who has the activation code can download.' },
          fixed: { label: 'Fixed', help: 'The same code for all profiles.', shown: 'Fixed, stored encrypted' },
          random: {
            label: 'Random',
            help: 'Each profile gets its own; it is in the result file.',
            shown: 'Random for each profile',
          },
        },
      }),
      /** 4 to 8 digits. Absent in an edit: the stored code is retained. */
      code: text({
        schema: z
          .string()
          .regex(/^\d{4,8}$/, 'From 4 to 8 digits.')
          .optional(),
        maxLength: 8,
        width: 'half',
        input: 'numeric',
        when: { field: 'mode', is: ['fixed'] },
        isSecret: true,
        label: 'Fixed confirmation code',
        help: 'From 4 to 8 digits. Kept encrypted, and never shown again.',
        neededForCodes: 'confirmation code',
      }),
    },
  ),
  acLifetimeDays: number({
    schema: whole(1, 3650).optional(),
    min: 1,
    max: 3650,
    width: 'half',
    label: 'AC lifetime',
    help: 'Days from generating until the code expires, up to 3650. Empty: it never expires.',
    unit: { one: 'day', other: 'days' },
    absent: 'Never expires',
  }),
}

const download = {
  maxDownloadAttempts: number({
    schema: whole(1, 100).default(5),
    min: 1,
    max: 100,
    width: 'pair',
    label: 'Max download attempts',
    help: 'Tries before the code is closed, 1 to 100.',
    limit: { kind: 'number', of: 'downloadAttempts' },
  }),
  maxRedownloads: number({
    schema: whole(0, 100).default(0),
    min: 0,
    max: 100,
    width: 'pair',
    label: 'Max re-downloads',
    help: 'After the profile was deleted from the device, 0 to 100.',
    limit: { kind: 'number', of: 'redownloadsAMonth' },
  }),
  allowDeviceChange: flag({
    label: 'Allow device change',
    help: 'A re-download may go to another device (EID).',
    limit: { kind: 'feature', of: 'DEVICE_CHANGE' },
  }),
  /** With rotation, a code is not tied to one ICCID: each new device gets the next available profile of the batch. */
  rotation: flag({
    label: 'Rotation',
    help: 'An activation code is not tied to one ICCID: each new device that uses it gets the next available profile of the same batch.',
  }),
}

/** All fields of a configuration, in the order of the form. */
export const configurationFields = {
  ...identity,
  ...home,
  ...otherNetworks,
  ...operator,
  ...fiveG,
  ...code,
  ...download,
}
export type FieldName = keyof typeof configurationFields

/** The sections of the form; the view has a panel for each. */
export const configurationSections = {
  identity: {
    title: 'Identity',
    text: 'What it is called here, on the phone and on the network.',
    fields: identity,
  },
  home: {
    title: 'Home network',
    text: 'The networks that the profile belongs to. GSM is 2G, UTRAN 3G, E-UTRAN 4G, NG-RAN 5G.',
    fields: home,
  },
  networks: {
    title: 'Other networks',
    text: 'Where the profile may register, and where it may not. The order is the preference.',
    fields: otherNetworks,
  },
  operator: {
    title: 'Operator data',
    text: 'Names and identifiers that devices read from the profile.',
    fields: operator,
  },
  fiveG: {
    title: '5G SA network',
    text: 'How the subscriber identity is concealed in 5G standalone networks (SUCI).',
    fields: fiveG,
  },
  code: { title: 'Activation code', text: 'What protects the code, and how long it lives.', fields: code },
  download: {
    title: 'Downloads',
    text: 'How often, and to which devices, the SM-DP+ hands the profile out.',
    fields: download,
  },
}
export type SectionId = keyof typeof configurationSections
