import type { ApplicationInstance, ApplicationLoadPackage, KeyObject, Rfm } from '../codec/application-element.ts'
import type { PeStatus } from '../codec/euicc-response.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import type { ElementRef } from '../error.ts'
import type { FileStructure } from '../template/template.ts'

/** What a profile package installs on a card: plain data. */
export interface CardImage {
  readonly version: { readonly major: number; readonly minor: number }
  readonly profileType: string | undefined
  /** 10 bytes as printed, not nibble-swapped */
  readonly iccid: Uint8Array
  readonly mandatoryServices: readonly ServiceName[]
  /** by path, in the order they were made */
  readonly files: Record<string, CardFile>
  readonly pins: CardPin[]
  /** directories that share the PINs of another one */
  readonly pinLinks: { readonly directory: string; readonly sharedWith: string }[]
  readonly puks: CardPuk[]
  /** one for each network access application with authentication */
  readonly authentications: CardAuthentication[]
  /** the first is the MNO-SD */
  readonly securityDomains: CardSecurityDomain[]
  readonly rfms: Rfm[]
  readonly loadPackages: ApplicationLoadPackage[]
  readonly applications: ApplicationInstance[]
  readonly nonStandard: { readonly issuerID: string; readonly content: Uint8Array }[]
  /** elements that were left out because the card does not support them and they are not mandated */
  readonly warnings: PeStatus[]
}

export interface CardFile {
  /** identifiers from the MF in lower-case hex, an ADF by its temporary one: `3f007ff06f07` */
  readonly path: string
  readonly name: string
  readonly fid: number
  readonly structure: FileStructure
  /** of an ADF */
  readonly aid?: Uint8Array | undefined
  readonly sfi?: number | undefined
  /** of a linear fixed or cyclic file */
  readonly recordSize?: number | undefined
  /** of an elementary file, records one after another; empty where it is a link */
  readonly content: Uint8Array
  /** path of the file whose content this one shows */
  readonly linkedTo?: string | undefined
  readonly lifeCycle: number
  readonly specialFileInformation: number
  /** the record of the EF.ARR with this identifier, looked for from the file's directory upwards */
  readonly accessRule: { readonly fid: number; readonly record: number }
  /** PIN references of a directory */
  readonly pinStatus: readonly number[]
  readonly element: ElementRef
}

export interface CardPin {
  /** path of the directory it belongs to; global PINs belong to the MF */
  readonly directory: string
  readonly reference: number
  /** 8 bytes, ASCII digits padded with FF */
  readonly value: Uint8Array
  readonly enabled: boolean
  readonly mayBeChanged: boolean
  readonly mayBeDisabled: boolean
  readonly maxTries: number
  readonly triesLeft: number
  readonly pukReference: number | undefined
}

export interface CardPuk {
  readonly reference: number
  readonly value: Uint8Array
  readonly maxTries: number
  readonly triesLeft: number
}

export type AuthenticationAlgorithm = 'milenage' | 'tuak' | 'usim-test-algorithm'

export interface CardAuthentication {
  /** path of the ADF */
  readonly adf: string
  readonly algorithm: AuthenticationAlgorithm
  readonly options: number
  readonly key: Uint8Array
  /** OPc, or TOPc of TUAK; the test algorithm ignores it */
  readonly opc: Uint8Array
  readonly rotationConstants: Uint8Array
  readonly xoringConstants: Uint8Array
  readonly numberOfKeccak: number
  readonly authCounterMax: number | undefined
  readonly sqnOptions: number
  /** sequence numbers without the index */
  readonly sqnDelta: bigint
  readonly sqnAgeLimit: bigint
  readonly sqnInit: readonly bigint[]
}

export interface CardSecurityDomain {
  readonly instance: ApplicationInstance
  readonly keys: readonly KeyObject[]
  readonly personalisation: readonly Uint8Array[]
}

export const mfPath = '3f00'

export function isDirectory(file: CardFile): boolean {
  return file.structure === 'MF' || file.structure === 'ADF' || file.structure === 'DF'
}

/** undefined for the MF */
export function parentOf(path: string): string | undefined {
  return path.length > 4 ? path.slice(0, -4) : undefined
}

/** The file whose content is shown under this path: itself, or the end of its links. */
export function contentFile(image: CardImage, path: string): CardFile | undefined {
  let file = image.files[path]
  for (let hops = 0; file?.linkedTo !== undefined && hops < 8; hops++) file = image.files[file.linkedTo]
  return file
}

/** One record (from 1) of a linear fixed or cyclic file, sharing memory with the image. */
export function recordOf(file: CardFile, record: number): Uint8Array | undefined {
  const size = file.recordSize
  if (size === undefined || record < 1 || record * size > file.content.length) return undefined
  return file.content.subarray((record - 1) * size, record * size)
}

/** The bytes the files take: what an eUICC's free memory is compared with, roughly. */
export function contentBytes(image: CardImage): number {
  return Object.values(image.files).reduce((sum, file) => sum + file.content.length, 0)
}
