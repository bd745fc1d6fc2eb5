import { z } from 'zod'
import { OPEN_BATCH_MAX, unsupported } from '../provisioning/batch.ts'
import { es2plusCalls } from './es2plus-call.ts'
import {
  accessRule,
  cardFields,
  changedValues,
  configName,
  flag,
  generatingFields,
  iccid,
  longestUpp,
  Metadata,
  moment,
  names,
  networks,
  PageInfo,
  pageParam,
  text,
  traitFields,
  upp,
} from './open-api-field.ts'
import { type SignedCall, signedCall } from './signed-call.ts'

/** The most profiles of one call that adds to a campaign. */
export const RESOURCES_MAX = 1_000

const MIB = 1024 * 1024

/** A time in an answer: `yyyy/MM/dd HH:mm:ss`, in UTC. */
const time = z.string()

const GeneratedCode = z.object({
  iccid: z.string(),
  /** `1$host$MATCHINGID`, without `LPA:`. */
  activationCode: z.string(),
  /** The public page of the code, if the call asked for it. */
  acLink: z.string().optional(),
})

export const generate = signedCall({
  path: '/ac/generate',
  alsoAt: ['/v2/ac/generate'],
  access: 'Generate_Ac_Create',
  summary: 'Generate one activation code',
  input: Metadata.extend(generatingFields),
  output: GeneratedCode,
})

export const generateByBatch = signedCall({
  path: '/ac/generateByBatch',
  access: 'Generate_Ac_Create',
  summary: 'Generate up to 10,000 activation codes in the background',
  input: z.object({
    ...generatingFields,
    // each is parsed on its own, so that a faulty one fails alone
    metaDatas: z
      .array(z.unknown())
      .min(1, 'At least 1.')
      .max(OPEN_BATCH_MAX, `Up to ${OPEN_BATCH_MAX.toLocaleString('en')}.`),
  }),
  /** `B` and digits. */
  output: z.object({ batchCode: z.string() }),
  bodyLimitBytes: 24 * MIB,
})

export const batchInfo = signedCall({
  path: '/batch/info',
  access: 'Generate_AC_Log_View',
  reads: true,
  summary: 'The state of a batch, and the result of each profile that is done',
  input: z.object({ batchCode: z.string().trim().min(1, 'Required').max(20) }),
  output: z.object({
    batchTaskInfo: z.object({
      batchCode: z.string(),
      taskType: z.literal('GENERATE AC'),
      status: z.enum(['PROCESSING', 'COMPLETE']),
      total: z.int(),
      succeedNum: z.int(),
      failedNum: z.int(),
      /** The page of the portal with the results, for people. */
      resultUrl: z.string(),
      createTime: time,
    }),
    results: z.array(
      z.object({
        success: z.boolean(),
        errorReason: z.string().nullable(),
        iccid: z.string(),
        eid: z.string().nullable(),
        activationCode: z.string().nullable(),
        acLink: z.string().nullable(),
      }),
    ),
  }),
})

const uppFields = {
  imsi: z.string().trim().min(1, 'Required').max(32),
  upp,
  spn: text(32),
  ...accessRule,
  gid1: text(40),
  gid2: text(40),
  profileName: text(64),
  tk: unsupported(
    'Encrypted packages are not supported. Send the package as it is: it is encrypted when it is stored.',
  ),
  customAcAddress: unsupported('Activation codes have the address of this SM-DP+. Devices refuse another one.'),
}

export const generateByUpp = signedCall({
  path: '/ac/generateByUpp',
  alsoAt: ['/v1/profile/addByUpp'],
  access: 'Generate_Ac_Create',
  summary: 'Generate one activation code for a supplied profile package',
  input: z.object({
    iccid,
    configName,
    ...uppFields,
    ...traitFields,
    needAcLink: flag(),
    /** An existing ICCID of this enterprise account gets a new code and package; the old code becomes invalid. */
    reGenerate: flag(),
  }),
  output: GeneratedCode,
  longest: longestUpp,
})

export const updateByUpp = signedCall({
  path: '/profile/updateByUpp',
  access: 'Fleet_Edit',
  summary: 'Replace the supplied package of a profile that was not downloaded',
  input: z
    .object({ iccid, ...uppFields, imsi: text(32) })
    .omit({ spn: true, ara: true, araType: true, gid1: true, gid2: true, profileName: true }),
  output: z.object({ iccid: z.string() }),
  longest: longestUpp,
})

export const updateParam = signedCall({
  path: '/profile/updateParam',
  access: 'Fleet_Edit',
  summary: 'Change the subscriber data of a profile that was not downloaded; its activation code remains',
  input: z.object({
    iccid,
    imsi: text(32),
    ki: text(64),
    opc: text(64),
    ...cardFields,
    hplmn: networks(),
    ehplmn: networks(),
    fplmn: networks(),
    oplmn: networks(),
  }),
  output: z.object({ iccid: z.string() }),
})

export const listConfigurations = signedCall({
  path: '/config/list',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'Names of profile configurations',
  input: z.object({
    /** The beginning of the name. */
    configName: text(64),
    pageParam,
  }),
  output: z.object({ configs: z.array(z.string()), pageParam: PageInfo }),
})

export const profileDetail = signedCall({
  path: '/profile/detail',
  access: 'Fleet_View',
  reads: true,
  summary: 'One profile, its status and its device',
  input: z.object({ iccid }),
  output: z.object({
    iccid: z.string(),
    status: z.string(),
    /** Brand and model. */
    deviceName: z.string().nullable(),
    /** The country of the home network, as ISO 3166-1 alpha-2. */
    installLocation: z.string().nullable(),
    eid: z.string().nullable(),
    imsi: z.string(),
    msisdn: z.string().nullable(),
    spn: z.string(),
    configName: z.string(),
    activationCode: z.string(),
    /** The state of the order at the SM-DP+ (SGP.22). */
    orderStatus: z.string(),
    statusTime: time,
    downloads: z.int(),
    expireTime: time.nullable(),
    recycleStatus: z.string(),
    recycleTime: time.nullable(),
    notes: z.string().nullable(),
    group: z.string().nullable(),
    createTime: time,
    /** The names of its tags, in alphabetical order. */
    tags: z.array(z.string()),
    /** Its values by the words of attributes. */
    attributes: z.record(z.string(), z.string()),
  }),
})

export const profileLog = signedCall({
  path: '/profile/log',
  access: 'Profile_Log_View',
  reads: true,
  summary: 'Events of one profile, newest first',
  input: z.object({ iccid, pageParam }),
  output: z.object({
    profileLogs: z.array(
      z.object({
        iccid: z.string(),
        type: z.string(),
        time,
        /** `user` is also a program; `operator` is its name. */
        actor: z.enum(['user', 'device', 'system']),
        operator: z.string().nullable(),
        description: z.string(),
        eid: z.string().nullable(),
        deviceName: z.string().nullable(),
        clientIp: z.string().nullable(),
        subjectCode: z.string().nullable(),
        reasonCode: z.string().nullable(),
      }),
    ),
    pageParam: PageInfo,
  }),
})

export const deleteProfile = signedCall({
  path: '/profile/delete',
  access: 'Fleet_Delete',
  summary: 'Delete a profile',
  input: z.object({
    iccid,
    /** Also a profile that a device holds: it is set free first, so two cards may have the same keys afterwards. */
    force: flag(),
  }),
  output: z.object({ iccid: z.string() }),
})

export const changeRecycleTime = signedCall({
  path: '/profile/recycle-time/change',
  access: 'Fleet_Edit',
  summary: 'Set when a profile is recycled',
  input: z.object({
    iccid,
    /** Absent: it is never recycled. */
    expireTime: moment(),
    /** Another spelling of `expireTime`. */
    recycleTime: moment(),
  }),
  output: z.object({ iccid: z.string() }),
})

export const changeTraits = signedCall({
  path: '/profile/traits/change',
  access: 'Fleet_Edit',
  summary: 'Change tags and attributes of a profile; what is not named stays',
  input: z.object({
    iccid,
    /** Names of tags; a missing tag is created. */
    addTags: names(),
    removeTags: names(),
    /** Values by the words of attributes; an empty one clears the value. */
    attributes: changedValues(),
  }),
  /** What the profile has now. */
  output: z.object({
    iccid: z.string(),
    tags: z.array(z.string()),
    attributes: z.record(z.string(), z.string()),
  }),
})

export const addResources = signedCall({
  path: '/open/campaign/resource/add',
  access: 'Campaign_Edit',
  summary: 'Generate up to 1,000 profiles and put them into a campaign: all of them, or none',
  input: z.object({
    campaignName: z.string().trim().min(1, 'Required').max(64),
    metaDatas: z
      .array(Metadata)
      .min(1, 'At least 1.')
      .max(RESOURCES_MAX, `Up to ${RESOURCES_MAX.toLocaleString('en')}.`),
  }),
  output: z.object({ campaignName: z.string(), batchCode: z.string(), total: z.int() }),
  bodyLimitBytes: 4 * MIB,
})

/** All calls of the open API. */
export const signedCalls = {
  generate,
  generateByBatch,
  batchInfo,
  generateByUpp,
  updateByUpp,
  updateParam,
  listConfigurations,
  profileDetail,
  profileLog,
  deleteProfile,
  changeRecycleTime,
  changeTraits,
  addResources,
  ...es2plusCalls,
} satisfies Readonly<Record<string, SignedCall>>
