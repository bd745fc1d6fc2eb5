import type { File } from '../codec/file.ts'
import type { ProfileElement } from '../codec/profile-element.ts'
import { findTemplate } from '../template/table.ts'
import type { FileTemplate, TemplateFile } from '../template/template.ts'
import { isDirectory } from './card-image.ts'
import { templatePattern } from './fill.ts'
import { installSteps } from './install-file.ts'
import { abort, type Installation } from './installation.ts'
import { iotDefaults } from './iot-default.ts'

/** A profile element that refers to a file structure template. */
export type TemplateElement = Extract<ProfileElement, { value: { templateID: string } }>

/** Creates the files of an element that refers to a template. Returns false if the template is unknown. */
export function installTemplate(installation: Installation, element: TemplateElement): boolean {
  const template = findTemplate(element.value.templateID)
  if (template === undefined) return false
  if (template.element !== element.kind) {
    abort(installation, 'bad-values', `template ${template.oid} belongs to ${template.element}`)
  }
  const given = element.value as unknown as Readonly<Record<string, File | undefined>>
  refuseUnknownFields(installation, template, given)
  const defaults = element.kind === 'iot' ? iotDefaults(installation, given) : {}
  const directories = new Map<string, string>()
  let pinDirectory: string | undefined
  for (const file of template.files) {
    const steps = given[file.field] ?? defaults[file.field]
    if (steps === undefined && !template.createdByDefault) continue
    for (const made of installSteps(installation, planOf(installation, element.kind, file, directories), steps ?? [])) {
      if (!isDirectory(made)) continue
      directories.set(file.field, made.path)
      pinDirectory ??= made.path
      setApplication(installation, element.kind, made.path, made.structure === 'ADF')
    }
  }
  if (pinDirectory !== undefined) installation.pinDirectory = pinDirectory
  return true
}

/** The plan of a template file with its directory and initial content. Aborts if the directory was not created. */
function planOf(
  installation: Installation,
  kind: ProfileElement['kind'],
  file: TemplateFile,
  directories: ReadonlyMap<string, string>,
) {
  const directory = file.parent === undefined ? rootDirectory(installation, kind, file) : directories.get(file.parent)
  if (directory === undefined && file.structure !== 'MF') {
    abort(installation, 'bad-values', `the directory of ${file.name} is not created`)
  }
  return { ...file, directory, pattern: templatePattern(file.content) }
}

/**
 * The directory of a template's root: the MF for applications and DF.TELECOM, otherwise the current application of its
 * kind. DF.EAP belongs to the application before it, whatever its kind.
 */
function rootDirectory(
  installation: Installation,
  kind: ProfileElement['kind'],
  file: TemplateFile,
): string | undefined {
  if (file.structure === 'MF') return undefined
  if (file.structure === 'ADF' || kind === 'telecom' || kind === 'cd') return '3f00'
  if (kind === 'eap') return installation.adf
  if (kind === 'opt-csim') return installation.csim
  return kind === 'opt-isim' ? installation.isim : installation.usim
}

/** Makes a new ADF the current application, to which the following elements belong. */
function setApplication(installation: Installation, kind: ProfileElement['kind'], path: string, isAdf: boolean): void {
  if (!isAdf) return
  installation.adf = path
  if (kind === 'usim' || kind === 'iot') installation.usim = path
  if (kind === 'isim') installation.isim = path
  if (kind === 'csim') installation.csim = path
}

/** Aborts if the element has a file that this version of its template does not have. */
function refuseUnknownFields(
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
