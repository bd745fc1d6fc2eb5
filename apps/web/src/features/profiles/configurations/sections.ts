import { fieldAt } from '@simwright/contract/field'
import { fillText } from '@simwright/contract/fill-text'
import { configurationFields, type SectionId } from '@simwright/contract/profiles/configuration-field'
import type { TypeSection } from '@simwright/contract/profiles/type-field'
import { configurationTexts } from '../../../texts/configuration.ts'

/** The sections that contain at least one of these fields. */
export function sectionsWith(sections: readonly TypeSection[], paths: readonly string[]): ReadonlySet<SectionId> {
  const names = paths.map((path) => path.split('.')[0]!)
  return new Set(sections.filter(({ fields }) => names.some((name) => Object.hasOwn(fields, name))).map(({ id }) => id))
}

/** The label of the field at a path; for an entry of a list, with its position. */
export function labelOf(path: string): string {
  const field = fieldAt(configurationFields, path)
  const label = field?.label ?? path
  const position = /\.(\d+)(\.|$)/.exec(path)?.[1]
  if (field?.kind === 'entries' && position !== undefined) {
    const title = fillText(configurationTexts.entry.title, { entry: field.entry, position: Number(position) + 1 })
    const part = fieldAt(field.fields, path.split('.').at(-1)!)
    return part ? `${title}, ${part.label}` : title
  }
  return position === undefined
    ? label
    : fillText(configurationTexts.placeInList, { list: label, position: Number(position) + 1 })
}
