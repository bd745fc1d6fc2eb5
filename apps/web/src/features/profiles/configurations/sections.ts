import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'

export type SectionId = keyof typeof configurationTexts.sections

/** Which section a field stands in, by the first part of its path. */
const sectionOfField: Record<string, SectionId> = {
  name: 'identity',
  profileName: 'identity',
  serviceProviderName: 'identity',
  issuer: 'identity',
  hplmn: 'home',
  ehplmn: 'home',
  pnn: 'operator',
  rplmn: 'networks',
  plmn: 'networks',
  oplmn: 'networks',
  fplmn: 'networks',
  gid1: 'operator',
  gid2: 'operator',
  smsp: 'operator',
  fiveG: 'fiveG',
  confirmationCode: 'code',
  acLifetimeDays: 'code',
  maxDownloadAttempts: 'download',
  maxRedownloads: 'download',
  allowDeviceChange: 'download',
  rotation: 'download',
}

export const sectionIds = Object.keys(configurationTexts.sections) as SectionId[]

/** The sections that hold at least one of these faulty fields. */
export function sectionsOf(paths: readonly string[]): ReadonlySet<SectionId> {
  return new Set(paths.map((path) => sectionOfField[path.split('.')[0]!]).filter((id) => id !== undefined))
}

const labelsByPath: Record<string, string> = {
  'pnn.fullName': configurationTexts.fields.pnnFullName.label,
  'pnn.shortName': configurationTexts.fields.pnnShortName.label,
  'confirmationCode.code': configurationTexts.fields.confirmationCode.label,
  'confirmationCode.mode': configurationTexts.fields.confirmationMode.label,
}

/** What the field of a path is called; an entry of a list also says its place. */
export function labelOf(path: string): string {
  const labels = configurationTexts.fields as Record<string, { label: string } | string>
  const [first = '', second] = path.split('.')
  const own = labels[path.startsWith('fiveG.') ? (second ?? '') : first]
  const label = labelsByPath[path] ?? (typeof own === 'object' ? own.label : path)
  return second !== undefined && /^\d+$/.test(second)
    ? say(configurationTexts.placeInList, { list: label, position: Number(second) + 1 })
    : label
}
