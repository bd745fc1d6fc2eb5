import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, version } from '../list.ts'
import { adviceIds } from './advice.ts'
import { algorithms, configurationTypes } from './configuration-field.ts'
import { ConfigurationFields, NewConfigurationFields, StoredConfiguration } from './configuration-rule.ts'

export {
  accessTechnologies,
  algorithms,
  type CertificateIssuer,
  certificateIssuers,
  configurationTypes,
  confirmationModes,
  PlmnWithAccess,
} from './configuration-field.ts'
export {
  ConfigurationFields,
  type ConfigurationInput,
  missingForCodes,
  NewConfigurationFields,
  parseStored,
  StoredConfiguration,
  type StoredFields,
} from './configuration-rule.ts'

/** Profiles of a configuration are counted up to this number. A count of one more means "more than this number". */
export const PROFILE_COUNT_CAP = 10_000

/** Ids of rules of the preflight adviser. */
const SilencedAdvice = z.array(z.enum(adviceIds)).max(adviceIds.length)

export const Configuration = z.object({
  id,
  version,
  fields: StoredConfiguration,
  /** Whether a fixed confirmation code is stored. The code itself is never returned. */
  confirmationCodeSet: z.boolean(),
  profiles: z.int(),
  sample: z.boolean(),
  /** Exceeds the plan: no codes can be generated with it. */
  frozen: z.boolean(),
  /** The rules of the preflight adviser that are silenced for it. */
  silenced: SilencedAdvice,
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
  /** Null when the type has no field for it. */
  algorithm: z.enum(algorithms).nullable(),
  hplmn: z.array(z.string()),
  profiles: z.int(),
  sample: z.boolean(),
  frozen: z.boolean(),
  /** Whether it has all fields that codes require. */
  complete: z.boolean(),
  updatedAt: z.string(),
})
export type ConfigurationRow = z.infer<typeof ConfigurationRow>

export const list = endpoint({
  method: 'POST',
  path: '/configuration/list',
  access: ['Profile_Config_View', 'Generate_Ac_View'],
  reads: true,
  summary: 'Profile configurations, newest first',
  input: listInput(
    {
      name: z.string().max(64),
      /** `built`: only configurations that take a file or a range. */
      packages: z.enum(['built', 'supplied']),
    },
    ['updatedAt', 'name'],
  ),
  output: pageOf(ConfigurationRow),
})

export const get = endpoint({
  method: 'POST',
  path: '/configuration/get',
  access: ['Profile_Config_View', 'Generate_Ac_View'],
  reads: true,
  summary: 'One profile configuration with all its fields',
  input: z.object({ id }),
  output: Configuration,
})

export const add = endpoint({
  method: 'POST',
  path: '/configuration/add',
  access: 'Profile_Config_Edit',
  summary: 'Create a profile configuration',
  input: z.strictObject({ fields: NewConfigurationFields, silenced: SilencedAdvice.default([]) }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/configuration/edit',
  access: 'Profile_Config_Edit',
  summary: 'Edit a profile configuration: creates a new version; existing profiles keep theirs',
  input: z.strictObject({ id, version, fields: ConfigurationFields }),
  output: z.object({ version }),
})

export const silence = endpoint({
  method: 'POST',
  path: '/configuration/silence',
  access: 'Profile_Config_Edit',
  summary: 'Silence rules of the preflight adviser for a profile configuration; the list replaces the previous one',
  input: z.object({ id, silenced: SilencedAdvice }),
  output: done,
})

export const remove = endpoint({
  method: 'POST',
  path: '/configuration/delete',
  access: 'Profile_Config_Edit',
  summary: 'Delete a profile configuration; its profiles keep their version',
  input: z.object({ id, version }),
  output: done,
})
