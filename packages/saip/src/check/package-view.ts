import { toHex } from '@simwright/asn1'
import { mfPath, parentOf } from '../card/card-image.ts'
import { toUnsigned } from '../card/fill.ts'
import { elementRef } from '../card/installation.ts'
import { iotDefaults } from '../card/iot-default.ts'
import type { Fcp, File } from '../codec/file.ts'
import type { PinConfiguration, PukConfiguration } from '../codec/naa-element.ts'
import type { ElementOf, ProfileElement } from '../codec/profile-element.ts'
import type { ElementRef } from '../error.ts'
import { findTemplate } from '../template/table.ts'
import type { FileTemplate, TemplateFile } from '../template/template.ts'
import { isDirectoryStructure } from './file-shape.ts'
import { knownFile } from './known-file.ts'
import { type FillStep, fullPath, type PackageFile, readFile, splitSteps } from './package-file.ts'

/** A PIN with the element and the directory that it belongs to. */
export interface ViewedPin {
  readonly element: ElementRef
  /** Undefined if no directory is described before it. */
  readonly directory: string | undefined
  readonly pin: PinConfiguration
}

/** A package with its files and codes in their directories, whether or not an eUICC would install it. */
export interface PackageView {
  readonly elements: readonly ProfileElement[]
  readonly files: readonly PackageFile[]
  /** The first file of each path. */
  readonly byPath: ReadonlyMap<string, PackageFile>
  readonly pins: readonly ViewedPin[]
  readonly pinLinks: readonly { element: ElementRef; directory: string | undefined; sharedWith: string }[]
  readonly puks: readonly { element: ElementRef; puk: PukConfiguration }[]
  /** The application of each PE-AKAParameter: the ADF before it. */
  readonly authentications: readonly { element: ElementRef; adf: PackageFile | undefined; value: AkaValue }[]
}
/** The components of a PE-AKAParameter. */
export type AkaValue = ElementOf<'akaParameter'>['value']

/** An element whose files are described by a template. */
export type TemplateElement = Extract<ProfileElement, { value: { templateID: string } }>

/** Whether the element refers to a file structure template. */
export function isTemplateElement(element: ProfileElement): element is TemplateElement {
  return 'templateID' in element.value
}

/** The files of a template element by component, in the order of the package. */
export function fileComponents(element: TemplateElement): [field: string, steps: File][] {
  return Object.entries(element.value).filter((entry): entry is [string, File] => Array.isArray(entry[1]))
}

/** The content of a file, or of the file that it is a link to. */
export function linkedContent(view: PackageView, file: PackageFile): PackageFile | undefined {
  let current: PackageFile | undefined = file
  for (let hops = 0; current?.link !== undefined && hops < 8; hops++) current = view.byPath.get(current.link)
  return current
}

/** The EF.ARR that a file refers to, searched from its directory up to the MF (8.3.2). Links are followed. */
export function accessRulesOf(view: PackageView, file: PackageFile): PackageFile | undefined {
  const name = file.accessRule.fid.toString(16).padStart(4, '0')
  for (let at = file.directory ?? mfPath; ; at = parentOf(at) ?? mfPath) {
    const rules = view.byPath.get(at + name)
    if (rules !== undefined) return linkedContent(view, rules)
    if (at === mfPath) return undefined
  }
}

/** Records of a file. Bytes after the last whole record are left out. */
export function recordsOf({ content, recordSize }: Pick<PackageFile, 'content' | 'recordSize'>): Uint8Array[] {
  if (recordSize === undefined || recordSize === 0) return []
  const count = Math.floor(content.length / recordSize)
  return Array.from({ length: count }, (_, i) => content.subarray(i * recordSize, (i + 1) * recordSize))
}

/** Lays out the files and codes of a package. Faults do not stop it. */
export function viewPackage(elements: readonly ProfileElement[]): PackageView {
  const reader = new ViewReader(elements)
  elements.forEach((element, index) => {
    reader.read(element, elementRef(element, index))
  })
  return reader.view
}

/** Collects the view of a package element by element, as an eUICC installs it. */
class ViewReader {
  readonly view: {
    elements: readonly ProfileElement[]
    files: PackageFile[]
    byPath: Map<string, PackageFile>
    pins: ViewedPin[]
    pinLinks: PackageView['pinLinks'][number][]
    puks: PackageView['puks'][number][]
    authentications: PackageView['authentications'][number][]
  }
  /** The directory of the next PINs: the first one of the last element with directories. */
  #pinDirectory: string | undefined
  /** The ADF of the next authentication. */
  #adf: PackageFile | undefined
  /** The ADF to which optional elements belong, by the name of its kind. */
  readonly #applications = new Map<string, string>()

  constructor(elements: readonly ProfileElement[]) {
    this.view = { elements, files: [], byPath: new Map(), pins: [], pinLinks: [], puks: [], authentications: [] }
  }

  read(element: ProfileElement, ref: ElementRef): void {
    const { pins, pinLinks, puks, authentications } = this.view
    const before = this.view.files.length
    if (isTemplateElement(element)) this.#readTemplate(element, ref)
    else if (element.kind === 'genericFileManagement') this.#readCommands(element, ref)
    else if (element.kind === 'pukCodes') puks.push(...element.value.pukCodes.map((puk) => ({ element: ref, puk })))
    else if (element.kind === 'akaParameter') {
      authentications.push({ element: ref, adf: this.#adf, value: element.value })
    } else if (element.kind === 'pinCodes') {
      const { pinCodes } = element.value
      const directory = this.#pinDirectory
      if (pinCodes.kind === 'pinconfig') pins.push(...pinCodes.value.map((pin) => ({ element: ref, directory, pin })))
      else pinLinks.push({ element: ref, directory, sharedWith: fullPath(toHex(pinCodes.value)) })
    }
    const first = this.view.files.slice(before).find(({ structure }) => isDirectoryStructure(structure))
    if (first?.path !== undefined) this.#pinDirectory = first.path
  }

  #add(file: PackageFile): void {
    this.view.files.push(file)
    if (file.path !== undefined && !this.view.byPath.has(file.path)) this.view.byPath.set(file.path, file)
    if (file.structure !== 'ADF') return
    this.#adf = file
    if (file.path !== undefined) this.#applications.set(file.name, file.path)
  }

  #readTemplate(element: TemplateElement, ref: ElementRef): void {
    const given = new Map(fileComponents(element))
    const template = findTemplate(element.value.templateID)
    if (template === undefined || template.element !== element.kind) {
      for (const [field, steps] of given) this.#readComponent({ ref, field, template: undefined }, steps, undefined)
      return
    }
    const defaults = element.kind === 'iot' ? this.#iotDefaults(given) : {}
    const directories = new Map<string, string>()
    for (const file of template.files) {
      const steps = given.get(file.field) ?? defaults[file.field]
      if (steps === undefined && !template.createdByDefault) continue
      const directory = this.#directoryOf(template, file, directories)
      this.#readComponent({ ref, field: file.field, template: file }, steps ?? [], directory)
      const made = this.view.files.at(-1)
      if (made?.field === file.field && made.path !== undefined && isDirectoryStructure(made.structure)) {
        directories.set(file.field, made.path)
      }
    }
  }

  /** The files of a minimal IoT profile that follow from the profile header. */
  #iotDefaults(given: ReadonlyMap<string, File>): Record<string, File | undefined> {
    const [header] = this.view.elements
    if (header?.kind !== 'header') return {}
    const { iccid, iotOptions } = header.value
    return iotDefaults({ image: { iccid }, iotPix: iotOptions?.pix }, Object.fromEntries(given))
  }

  #readComponent(
    { ref, field, template }: { ref: ElementRef; field: string; template: TemplateFile | undefined },
    steps: File,
    directory: string | undefined,
  ): void {
    if (steps[0]?.kind === 'doNotCreate' && steps.length === 1) return
    const name = field.toUpperCase().replace('-', '.')
    for (const one of splitSteps(steps)) this.#add(readFile({ element: ref, field, template, directory, name }, one))
  }

  /** The directory of a template file: for the template's root the MF, or the application. DF.EAP is in the last one. */
  #directoryOf(template: FileTemplate, file: TemplateFile, directories: ReadonlyMap<string, string>) {
    if (file.parent !== undefined) return directories.get(file.parent)
    const { element } = template
    if (file.structure === 'MF' || file.structure === 'ADF' || element === 'telecom' || element === 'cd') return mfPath
    if (element === 'eap') return this.#adf?.path
    if (element === 'opt-isim') return this.#applications.get('ADF.ISIM')
    if (element === 'opt-csim') return this.#applications.get('ADF.CSIM')
    return this.#applications.get('ADF.USIM')
  }

  #readCommands({ value }: ElementOf<'genericFileManagement'>, ref: ElementRef): void {
    for (const commands of value.fileManagementCMD) {
      let directory: string | undefined = mfPath
      let created: { fcp: Fcp; fills: FillStep[]; at: number; directory: string | undefined } | undefined
      const finish = () => {
        if (created !== undefined) this.#create(created, ref)
        created = undefined
      }
      for (const step of commands) {
        if (step.kind === 'filePath') {
          finish()
          directory = fullPath(toHex(step.value))
        } else if (step.kind === 'createFCP') {
          finish()
          created = { fcp: step.value, fills: [], at: 0, directory }
          const path = this.#createdDirectory(step.value, directory)
          if (path !== undefined) directory = path
        } else if (created !== undefined && step.kind === 'fillFileOffset') created.at += step.value
        else if (created !== undefined && step.kind === 'fillFileContent') {
          created.fills.push({ at: created.at, bytes: step.value })
          created.at += step.value.length
        }
      }
      finish()
    }
  }

  /** The path of a directory that a command creates, which the next commands refer to. */
  #createdDirectory(fcp: Fcp, directory: string | undefined): string | undefined {
    const file = readFile(
      { element: { index: 0, kind: '' }, field: '', template: undefined, directory },
      { fcp, fills: [], notCreated: false },
    )
    return isDirectoryStructure(file.structure) ? file.path : undefined
  }

  #create(created: { fcp: Fcp; fills: readonly FillStep[]; directory: string | undefined }, element: ElementRef): void {
    const { fcp, fills, directory } = created
    const fid = fcp.fileID === undefined ? undefined : toUnsigned(fcp.fileID)
    const parent = directory === undefined ? undefined : this.view.byPath.get(directory)
    const known = fid === undefined ? undefined : knownFile(fid === 0x3f00 ? '' : (parent?.name ?? ''), fid)
    const context = { element, field: 'fileManagementCMD', template: undefined, directory, name: known?.name }
    this.#add(readFile(context, { fcp, fills, notCreated: false }))
  }
}
