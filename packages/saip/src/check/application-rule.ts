import { toHex } from '@simwright/asn1'
import { isHomeNetworkKey } from '@simwright/ids'
import { decodeAdministrativeData, decodeImsi } from '../ef/identity.ts'
import { decodeNetworks } from '../ef/network.ts'
import { decodePnn } from '../ef/network-name.ts'
import { fileTemplates } from '../template/table.ts'
import { applicationsOf, contentAt, fileAt, servicesAt, suciFilesOf, usimsOf } from './application-file.ts'
import type { PackageFile } from './package-file.ts'
import { type PackageView, recordsOf } from './package-view.ts'
import { type Fault, inFile, orUndefined, type Rule } from './rule.ts'

const [ust, est, ist] = ['6f38', '6f56', '6f07']
/** Services of EF.UST (TS 31.102, 4.2.8). */
const service = { fdn: 2, bdn: 6, always: 33, est: 34, acl: 35, suci: 124, suciByUsim: 125 } as const
const suciByDeviceFile = '5fc04f07'
const suciByUsimFile = '5fd04f01'

/** USIM and ISIM: services that match files, and files that refer to each other. */
export const applicationRules: readonly Rule[] = [
  {
    id: 'ust-file',
    clause: 'TS 31.102, 4.2.8',
    severity: 'warning',
    faults: (view) =>
      usimsOf(view).flatMap((usim) => serviceFaults(view, { adf: usim, table: ust, files: usimServiceFiles })),
  },
  {
    id: 'file-service',
    clause: 'TS 31.102, 4.2.8',
    severity: 'warning',
    faults: (view) => [
      ...usimsOf(view).flatMap((usim) => unservedFaults(view, { adf: usim, table: ust, files: usimServiceFiles })),
      ...applicationsOf(view, 'ADF.ISIM').flatMap((isim) =>
        unservedFaults(view, { adf: isim, table: ist, files: isimServiceFiles }),
      ),
    ],
  },
  {
    id: 'ist-file',
    clause: 'TS 31.103, 4.2.7',
    severity: 'warning',
    faults: (view) =>
      applicationsOf(view, 'ADF.ISIM').flatMap((isim) =>
        serviceFaults(view, { adf: isim, table: ist, files: isimServiceFiles }),
      ),
  },
  {
    id: 'ust-always-on',
    clause: 'TS 31.102, 4.2.8',
    severity: 'warning',
    faults: forUst((services) => (services.has(service.always) ? [] : ['Service 33 of EF.UST must be on.'])),
  },
  {
    id: 'est-service',
    clause: 'TS 31.102, 4.2.47',
    severity: 'warning',
    faults: (view) =>
      usimsOf(view).flatMap((usim) => {
        const file = fileAt(view, usim, est)
        const on = servicesAt(view, usim, ust)
        const needed = [service.fdn, service.bdn, service.acl]
        return [...servicesAt(view, usim, est)].flatMap((number) => {
          const one = needed[number - 1]
          if (file === undefined || one === undefined || (on.has(one) && on.has(service.est))) return []
          return [inFile(file, `EF.EST enables service ${one} of EF.UST, which is off.`)]
        })
      }),
  },
  {
    id: 'suci-file',
    clause: 'TS 31.102, 4.4.11.8',
    severity: 'warning',
    faults: (view) =>
      forUst((services, usim) => {
        if (!services.has(service.suci)) return []
        const byUsim = services.has(service.suciByUsim)
        const path = byUsim ? suciByUsimFile : suciByDeviceFile
        if (fileAt(view, usim, path) !== undefined) return []
        const name = byUsim ? 'EF.SUCI_Calc_Info_USIM' : 'EF.SUCI_Calc_Info'
        return [`Service ${byUsim ? 125 : 124} of EF.UST is on, but there is no ${name}.`]
      })(view),
  },
  {
    id: 'suci-key',
    clause: 'TS 33.501, annex C',
    severity: 'error',
    faults: (view) =>
      suciFilesOf(view).flatMap(({ file, suci }) =>
        (suci?.keys ?? [])
          .filter(({ scheme, publicKey }) => !isHomeNetworkKey(scheme === 'profile-a' ? 'A' : 'B', toHex(publicKey)))
          .map(({ id }) => inFile(file, `Home network key ${id} is not a point of its curve.`)),
      ),
  },
  {
    id: 'suci-key-index',
    clause: 'TS 31.102, 4.4.11.8',
    severity: 'error',
    faults: (view) =>
      suciFilesOf(view).flatMap(({ file, suci }) => {
        if (suci === undefined) return []
        // The list of schemes begins after tag and length: a scheme and the number of its key, from 1.
        const missing = suci.schemes.some(
          (scheme, i) => scheme !== 'null' && keyIndexOf(file.content, i) > suci.keys.length,
        )
        return missing ? [inFile(file, `${file.name} refers to a home network key that it does not have.`)] : []
      }),
  },
  {
    id: 'opl-pnn',
    clause: 'TS 31.102, 4.2.59',
    severity: 'error',
    faults: (view) =>
      usimsOf(view).flatMap((usim) => {
        const pnn = fileAt(view, usim, '6fc5')
        const names = pnn === undefined ? [] : recordsOf(pnn).map((record) => orUndefined(() => decodePnn(record)))
        const lists = [fileAt(view, usim, '6fc6'), fileAt(view, usim, '5fc04f08')].filter((list) => list !== undefined)
        return lists.flatMap((list) =>
          recordsOf(list).flatMap((record, index) => {
            const number = record.at(-1) ?? 0
            if (number === 0 || number === 0xff || names[number - 1] !== undefined) return []
            const text = `refers to record ${number} of EF.PNN, which has no name.`
            return [inFile(list, `Record ${index + 1} of ${list.name} ${text}`)]
          }),
        )
      }),
  },
  {
    id: 'home-forbidden',
    clause: 'TS 23.122, 4.4.3',
    severity: 'warning',
    faults: (view) =>
      usimsOf(view).flatMap((usim) => {
        const file = fileAt(view, usim, '6f7b')
        const forbidden = networksAt(view, usim, '6f7b')
        const homes = [homeNetworkOf(view, usim), ...networksAt(view, usim, '6fd9')]
        const home = homes.find((plmn) => plmn !== undefined && forbidden.includes(plmn))
        return file === undefined || home === undefined ? [] : [inFile(file, `The home network ${home} is forbidden.`)]
      }),
  },
]

/** A file that exactly one service of a table announces, by its path within the application. */
interface ServiceFile {
  readonly path: string
  readonly name: string
  readonly service: number
}

const usimServiceFiles = serviceFilesOf(['usim', 'opt-usim', 'gsm-access', 'df-5gs'])
const isimServiceFiles = serviceFilesOf(['opt-isim'])

function serviceFilesOf(elements: readonly string[]): ServiceFile[] {
  const found = new Map<string, ServiceFile>()
  for (const { element, files } of fileTemplates) {
    if (!elements.includes(element)) continue
    for (const { fid, name, parent, structure, services = [] } of files) {
      const [number, ...others] = services
      const directory = files.find(({ field }) => field === parent)
      if (fid === undefined || number === undefined || others.length > 0 || structure === 'DF') continue
      const inAdf = directory === undefined || directory.structure === 'ADF'
      const path = `${inAdf ? '' : hex4(directory.fid ?? 0)}${hex4(fid)}`
      // suci-file decides about SUCI information
      if (path !== suciByDeviceFile) found.set(path, { path, name, service: number })
    }
  }
  return [...found.values()]
}

type ServiceTable = { adf: PackageFile; table: string; files: readonly ServiceFile[] }

/** Services that are on although their file does not exist. */
function serviceFaults(view: PackageView, { adf, table, files }: ServiceTable): Fault[] {
  const file = fileAt(view, adf, table)
  const on = servicesAt(view, adf, table)
  if (file === undefined) return []
  return files
    .filter(({ path, service: number }) => on.has(number) && fileAt(view, adf, path) === undefined)
    .map(({ name, service: number }) =>
      inFile(file, `Service ${number} of ${file.name} is on, but there is no ${name}.`),
    )
}

/** Files in the package whose service is off. Files that only the template creates are not reported. */
function unservedFaults(view: PackageView, { adf, table, files }: ServiceTable): Fault[] {
  const on = servicesAt(view, adf, table)
  return files.flatMap(({ path, name, service: number }) => {
    const file = fileAt(view, adf, path)
    if (file === undefined || on.has(number) || file.element.kind === adf.element.kind) return []
    return [inFile(file, `${name} exists, but service ${number}, which announces it, is off.`)]
  })
}

/** Faults of each EF.UST. */
function forUst(judge: (services: ReadonlySet<number>, usim: PackageFile) => readonly string[]): Rule['faults'] {
  return (view) =>
    usimsOf(view).flatMap((usim) => {
      const file = fileAt(view, usim, ust)
      return file === undefined ? [] : judge(servicesAt(view, usim, ust), usim).map((text) => inFile(file, text))
    })
}

function networksAt(view: PackageView, usim: PackageFile, path: string): string[] {
  const content = contentAt(view, usim, path)
  return (content && orUndefined(() => decodeNetworks(content))) ?? []
}

/** MCC and MNC of the IMSI, with the length of the MNC in EF.AD. */
function homeNetworkOf(view: PackageView, usim: PackageFile): string | undefined {
  const [imsi, ad] = [contentAt(view, usim, '6f07'), contentAt(view, usim, '6fad')]
  if (imsi === undefined || ad === undefined) return undefined
  return orUndefined(() => decodeImsi(imsi).slice(0, 3 + decodeAdministrativeData(ad).mncLength))
}

/** The number of the key of a scheme in SUCI information. */
function keyIndexOf(content: Uint8Array, scheme: number): number {
  return content[2 + 2 * scheme + 1] ?? 0
}

function hex4(fid: number): string {
  return fid.toString(16).padStart(4, '0')
}
