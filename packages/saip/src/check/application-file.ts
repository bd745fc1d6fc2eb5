import { decodeSuciCalculation, type SuciCalculation } from '../ef/five-gs.ts'
import { decodeServices } from '../ef/service-table.ts'
import type { PackageFile } from './package-file.ts'
import { linkedContent, type PackageView } from './package-view.ts'
import { orUndefined } from './rule.ts'

/** The USIMs of a package that have a path. */
export function usimsOf(view: PackageView): (PackageFile & { path: string })[] {
  return applicationsOf(view, 'ADF.USIM')
}

/** The applications with this name that have a path. */
export function applicationsOf({ files }: PackageView, name: string): (PackageFile & { path: string })[] {
  return files.filter(
    (file): file is PackageFile & { path: string } =>
      file.structure === 'ADF' && file.name === name && file.path !== undefined,
  )
}

/** The content of a file of an application, by its path within the application. */
export function contentAt(view: PackageView, application: PackageFile, path: string): Uint8Array | undefined {
  const file = fileAt(view, application, path)
  return file && linkedContent(view, file)?.content
}

/** A file of an application, by its path within the application. */
export function fileAt({ byPath }: PackageView, application: PackageFile, path: string): PackageFile | undefined {
  return byPath.get(`${application.path}${path}`)
}

/** The services that are on in a service table of an application. */
export function servicesAt(view: PackageView, application: PackageFile, path: string): ReadonlySet<number> {
  const content = contentAt(view, application, path)
  return new Set(content === undefined ? [] : decodeServices(content))
}

/** The files with SUCI information that are not empty, decoded if possible. */
export function suciFilesOf({ files }: PackageView): { file: PackageFile; suci: SuciCalculation | undefined }[] {
  return files
    .filter(({ name, content }) => name.startsWith('EF.SUCI_Calc_Info') && content.some((byte) => byte !== 0xff))
    .map((file) => ({ file, suci: orUndefined(() => decodeSuciCalculation(file.content)) }))
}
