import type { Campaign, CampaignEnd, CampaignFields } from '@simwright/contract/provisioning/campaign'
import { localOf, momentOf } from '../../../base/time.ts'

/** Values of the form: times are local times of the user, empty numbers are empty strings. */
export type CampaignValues = {
  name: string
  configurationId: string
  mode: 'none' | 'fixed'
  code: string
  notes: string
  startsAt: string
  endsAt: string
  cap: number | ''
  deviceLimit: number | ''
  maxAttempts: number | ''
  atEnd: CampaignEnd
  publicPage: boolean
  title: string
  welcome: string
}

export const newCampaign: CampaignValues = {
  name: '',
  configurationId: '',
  mode: 'none',
  code: '',
  notes: '',
  startsAt: '',
  endsAt: '',
  cap: '',
  deviceLimit: 1,
  maxAttempts: 5,
  atEnd: 'KEEP',
  publicPage: true,
  title: '',
  welcome: '',
}

export function valuesOf(one: Campaign): CampaignValues {
  const { name, configurationId, notes, deviceLimit, maxAttempts, atEnd, publicPage, title, welcome } = one
  return {
    name,
    configurationId,
    notes,
    deviceLimit,
    maxAttempts,
    atEnd,
    publicPage,
    title,
    welcome,
    mode: one.confirmationCodeRequired ? 'fixed' : 'none',
    code: '',
    startsAt: one.startsAt === null ? '' : localOf(one.startsAt),
    endsAt: one.endsAt === null ? '' : localOf(one.endsAt),
    cap: one.cap ?? '',
  }
}

/** Converts form values to the fields of the API. */
export function fieldsOf(values: CampaignValues): CampaignFields {
  const { mode, code, startsAt, endsAt, cap, deviceLimit, maxAttempts, ...same } = values
  return {
    ...same,
    startsAt: startsAt === '' ? null : momentOf(startsAt),
    endsAt: endsAt === '' ? null : momentOf(endsAt),
    cap: cap === '' ? null : cap,
    deviceLimit: Number(deviceLimit),
    maxAttempts: Number(maxAttempts),
    confirmationCode: { mode, ...(mode === 'fixed' && code !== '' ? { code } : {}) },
  }
}

/** The steps of a new campaign. The profiles of an existing one are changed on its page. */
export const steps = ['what', 'profiles', 'when', 'page'] as const
export type StepId = (typeof steps)[number]
export const editSteps = steps.filter((step) => step !== 'profiles')

const stepOfField: Record<string, StepId> = {
  startsAt: 'when',
  endsAt: 'when',
  cap: 'when',
  deviceLimit: 'when',
  maxAttempts: 'when',
  atEnd: 'when',
  title: 'page',
  welcome: 'page',
  publicPage: 'page',
}

/** The step of the form that has a field. */
export const stepOf = (path: string): StepId => stepOfField[path] ?? 'what'

/** The name of the form's field for a path in the fields of the API. */
export const fieldOf = (path: string): string =>
  path === 'confirmationCode.code' ? 'code' : path.startsWith('confirmationCode') ? 'mode' : path
