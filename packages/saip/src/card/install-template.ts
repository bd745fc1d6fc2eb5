import type { File } from '../codec/file.ts'
import type { ProfileElement } from '../codec/profile-element.ts'
import { findTemplate } from '../template/table.ts'
import type { FileTemplate, TemplateFile } from '../template/template.ts'
import { isDirectory } from './card-image.ts'
import { templatePattern } from './fill.ts'
import { installSteps } from './install-file.ts'
import { abort, type Installation } from './installation.ts'

export type TemplateElement = Extract<ProfileElement, { value: { templateID: string } }>

/** Makes the files of an element that refers to a template. `false`: the template is unknown. */
export function installTemplate(installation: Installation, element: TemplateElement): boolean {
  const template = findTemplate(element.value.templateID)
  if (template === undefined) return false
  if (template.element !== element.kind) {
    abort(installation, 'bad-values', `template ${template.oid} belongs to ${template.element}`)
  }
  const given = element.value as unknown as Readonly<Record<string, File | undefined>>
  refuseForeignFields(installation, template, given)
  const places = new Map<string, string>()
  let pinDirectory: string | undefined
  for (const file of template.files) {
    const steps = given[file.field]
    if (steps === undefined && !template.createdByDefault) continue
    for (const made of installSteps(installation, planOf(installation, element.kind, file, places), steps ?? [])) {
      if (!isDirectory(made)) continue
      places.set(file.field, made.path)
      pinDirectory ??= made.path
      noteApplication(installation, element.kind, made.path, made.structure === 'ADF')
    }
  }
  if (pinDirectory !== undefined) installation.pinDirectory = pinDirectory
  return true
}

function planOf(
  installation: Installation,
  kind: ProfileElement['kind'],
  file: TemplateFile,
  places: ReadonlyMap<string, string>,
) {
  const directory = file.parent === undefined ? rootDirectory(installation, kind, file) : places.get(file.parent)
  if (directory === undefined && file.structure !== 'MF') {
    abort(installation, 'bad-values', `the directory of ${file.name} is not created`)
  }
  return { ...file, directory, pattern: templatePattern(file.content) }
}

/** Where a template's root stands: applications and DF.TELECOM in the MF, all else in the current application. */
function rootDirectory(
  installation: Installation,
  kind: ProfileElement['kind'],
  file: TemplateFile,
): string | undefined {
  if (file.structure === 'MF') return undefined
  if (file.structure === 'ADF' || kind === 'telecom' || kind === 'cd') return '3f00'
  return kind === 'opt-isim' ? installation.isim : installation.usim
}

function noteApplication(installation: Installation, kind: ProfileElement['kind'], path: string, isAdf: boolean): void {
  if (!isAdf) return
  installation.adf = path
  if (kind === 'usim') installation.usim = path
  if (kind === 'isim') installation.isim = path
}

function refuseForeignFields(
  installation: Installation,
  template: FileTemplate,
  given: Readonly<Record<string, unknown>>,
) {
  const known = new Set(template.files.map((file) => file.field))
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || field === 'header' || field === 'templateID' || known.has(field)) continue
    abort(installation, 'invalid-parameter', `template ${template.oid} has no ${field}`)
  }
}
