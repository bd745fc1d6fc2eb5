import type { ApplicationInstance, ApplicationLoadPackage, KeyObject, Rfm } from '../codec/application-element.ts'
import type { PeStatus } from '../codec/euicc-response.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import type { ElementRef } from '../error.ts'
import type { FileStructure } from '../template/template.ts'

/** The result of installing a profile package on a card, as plain data. */
export interface CardImage {
  readonly version: { readonly major: number; readonly minor: number }
  readonly profileType: string | undefined
  /** 10 bytes with digits as printed, not nibble-swapped. */
  readonly iccid: Uint8Array
  /** Services that the profile requires of the eUICC. */
  readonly mandatoryServices: readonly ServiceName[]
  /** By path, in the order of creation. */
  readonly files: Record<string, CardFile>
  readonly pins: CardPin[]
  /** Directories that share the PINs of another directory. */
  readonly pinLinks: { readonly directory: string; readonly sharedWith: string }[]
  readonly puks: CardPuk[]
  /** One for each network access application with authentication. */
  readonly authentications: CardAuthentication[]
  /** One for each CSIM with keys of CDMA networks. */
  readonly cdmaAuthentications: CdmaAuthentication[]
  /** The first one is the MNO-SD. */
  readonly securityDomains: CardSecurityDomain[]
  /** Applications for remote file management. */
  readonly rfms: Rfm[]
  /** Code of applications. */
  readonly loadPackages: ApplicationLoadPackage[]
  readonly applications: ApplicationInstance[]
  readonly nonStandard: { readonly issuerID: string; readonly content: Uint8Array }[]
  /** Elements that were skipped because the card does not support them and they are not mandated. */
  readonly warnings: PeStatus[]
}

/** A file on the card: the MF, a directory, an elementary file, or a link to one. */
export interface CardFile {
  /** Identifiers from the MF on, lower-case hex, with the temporary one for an ADF: `3f007ff06f07`. */
  readonly path: string
  readonly name: string
  readonly fid: number
  readonly structure: FileStructure
  /** The AID of an ADF. */
  readonly aid?: Uint8Array | undefined
  /** Short file identifier, 1 to 30. */
  readonly sfi?: number | undefined
  /** Bytes of a record in a linear fixed or cyclic file. */
  readonly recordSize?: number | undefined
  /** Content of an elementary file, with its records concatenated. Empty for a link. */
  readonly content: Uint8Array
  /** The path of the file whose content this link shows. */
  readonly linkedTo?: string | undefined
  /** Life cycle status; 5 is activated. */
  readonly lifeCycle: number
  readonly specialFileInformation: number
  /** A record of the EF.ARR with this identifier, searched from the file's directory upwards (8.3.2). */
  readonly accessRule: { readonly fid: number; readonly record: number }
  /** PIN references in the PIN status template of a directory. */
  readonly pinStatus: readonly number[]
  /** The profile element that created the file. */
  readonly element: ElementRef
}

/** A PIN or ADM code (8.5.1) with its state. */
export interface CardPin {
  /** The path of the directory that it belongs to. Global PINs belong to the MF. */
  readonly directory: string
  readonly reference: number
  /** 8 bytes: ASCII digits padded with FF. */
  readonly value: Uint8Array
  readonly enabled: boolean
  readonly mayBeChanged: boolean
  readonly mayBeDisabled: boolean
  readonly maxTries: number
  readonly triesLeft: number
  readonly pukReference: number | undefined
}

/** A PUK (8.5.2). Its value has 8 bytes like a PIN. */
export interface CardPuk {
  readonly reference: number
  readonly value: Uint8Array
  readonly maxTries: number
  readonly triesLeft: number
}

/** The algorithms of algorithmID, by their names in ServicesList. */
export type AuthenticationAlgorithm = 'milenage' | 'tuak' | 'usim-test-algorithm'

/** The authentication keys and parameters of one application (8.4.2). */
export interface CardAuthentication {
  /** The path of the ADF. */
  readonly adf: string
  readonly algorithm: AuthenticationAlgorithm
  /** algorithmOptions. For TUAK and the test algorithm bits 1 to 3 give the length of RES. */
  readonly options: number
  readonly key: Uint8Array
  /** OPc, or TOPc of TUAK. The test algorithm does not use it. */
  readonly opc: Uint8Array
  readonly rotationConstants: Uint8Array
  readonly xoringConstants: Uint8Array
  readonly numberOfKeccak: number
  readonly authCounterMax: number | undefined
  readonly sqnOptions: number
  /** Limits for sequence numbers without their index part (3GPP TS 33.102, annex C). */
  readonly sqnDelta: bigint
  readonly sqnAgeLimit: bigint
  /** The initial sequence number of each of the 32 indexes. */
  readonly sqnInit: readonly bigint[]
}

/** The keys of a CSIM for CDMA networks (8.4.3; 3GPP2 C.S0065). */
interface CdmaAuthentication {
  /** The path of the ADF. */
  readonly adf: string
  /** The A-key, 8 bytes. */
  readonly authenticationKey: Uint8Array
  /** Shared secret data A and B, 16 bytes. */
  readonly ssd: Uint8Array | undefined
  /** Authentication data of HRPD access, simple IP and mobile IP. */
  readonly hrpdAccess: Uint8Array | undefined
  readonly simpleIp: Uint8Array | undefined
  readonly mobileIp: Uint8Array | undefined
}

/** A security domain with its keys (8.6.2, 8.6.3). */
export interface CardSecurityDomain {
  readonly instance: ApplicationInstance
  readonly keys: readonly KeyObject[]
  readonly personalisation: readonly Uint8Array[]
}

/** The path of the MF, with which every path begins. */
export const mfPath = '3f00'

/** Whether the file contains other files. */
export function isDirectory(file: CardFile): boolean {
  return file.structure === 'MF' || file.structure === 'ADF' || file.structure === 'DF'
}

/** The path of the directory, or undefined for the MF. */
export function parentOf(path: string): string | undefined {
  return path.length > 4 ? path.slice(0, -4) : undefined
}

/** The file whose content this path shows: the file itself, or the end of a chain of up to 8 links. */
export function contentFile(image: CardImage, path: string): CardFile | undefined {
  let file = image.files[path]
  for (let hops = 0; file?.linkedTo !== undefined && hops < 8; hops++) file = image.files[file.linkedTo]
  return file
}

/** A record (from 1) of a linear fixed or cyclic file. Shares memory with the image. */
export function recordOf(file: CardFile, record: number): Uint8Array | undefined {
  const size = file.recordSize
  if (size === undefined || record < 1 || record * size > file.content.length) return undefined
  return file.content.subarray((record - 1) * size, record * size)
}

/** The content bytes of all files: roughly the memory that the profile needs on an eUICC. */
export function contentBytes(image: CardImage): number {
  return Object.values(image.files).reduce((sum, file) => sum + file.content.length, 0)
}
