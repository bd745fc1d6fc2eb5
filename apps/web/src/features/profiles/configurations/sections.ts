import { fieldAt } from '@simwright/contract/field'
import {
  configurationFields,
  configurationSections,
  type SectionId,
} from '@simwright/contract/profiles/configuration-field'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'

export const sectionIds = Object.keys(configurationSections) as SectionId[]

/** The sections that contain at least one of these fields. */
export function sectionsOf(paths: readonly string[]): ReadonlySet<SectionId> {
  const faulty = (id: SectionId) =>
    paths.some((path) => Object.hasOwn(configurationSections[id].fields, path.split('.')[0]!))
  return new Set(sectionIds.filter(faulty))
}

/** The label of the field at a path; for an entry of a list, with its position. */
export function labelOf(path: string): string {
  const label = fieldAt(configurationFields, path)?.label ?? path
  const position = /\.(\d+)(\.|$)/.exec(path)?.[1]
  return position === undefined
    ? label
    : say(configurationTexts.placeInList, { list: label, position: Number(position) + 1 })
}
