import { toHex } from '@simwright/asn1'
import type { ElementKind } from '../codec/profile-element.ts'
import { fileTemplates } from '../template/table.ts'
import type { FileTemplate, TemplateFile } from '../template/template.ts'

/** The directory of a template's root, by element. Elements that are not listed belong to the USIM. */
const rootDirectories: Partial<Record<ElementKind, string>> = {
  mf: '',
  cd: 'MF',
  telecom: 'MF',
  usim: 'MF',
  isim: 'MF',
  csim: 'MF',
  iot: '',
  'opt-isim': 'ADF.ISIM',
  'opt-csim': 'ADF.CSIM',
}

/** Names of ADFs by the beginning of their AID: registered provider 3GPP or 3GPP2, application code (ETSI TS 101 220). */
const applicationNames: readonly (readonly [prefix: string, name: string])[] = [
  ['a0000000871002', 'ADF.USIM'],
  ['a0000000871004', 'ADF.ISIM'],
  ['a0000003431002', 'ADF.CSIM'],
]

/** The files of the templates by the name of their directory and their identifier. */
const byLocation = new Map(fileTemplates.flatMap(locationsOf))

/** The name of an ADF, from its AID. */
export function applicationName(aid: Uint8Array): string | undefined {
  const hex = toHex(aid)
  return applicationNames.find(([prefix]) => hex.startsWith(prefix))?.[1]
}

/** The file of a template with this identifier in the directory with this name. */
export function knownFile(directoryName: string, fid: number): TemplateFile | undefined {
  return byLocation.get(locationKey(directoryName, fid))
}

function locationsOf(template: FileTemplate): [string, TemplateFile][] {
  const names = new Map(template.files.map(({ field, name }) => [field, name]))
  return template.files.flatMap((file) => {
    if (file.fid === undefined) return []
    const directory = file.parent === undefined ? rootName(template.element) : names.get(file.parent)
    return directory === undefined ? [] : [[locationKey(directory, file.fid), file] as [string, TemplateFile]]
  })
}

function rootName(element: ElementKind): string {
  return rootDirectories[element] ?? 'ADF.USIM'
}

function locationKey(directoryName: string, fid: number): string {
  return `${directoryName}/${fid}`
}
