import type { PeStatusName } from '../codec/euicc-response.ts'
import { type DecodedElement, identificationOf, type ProfileElement } from '../codec/profile-element.ts'
import { type ElementRef, SaipError } from '../error.ts'
import { type CardFile, type CardImage, mfPath } from './card-image.ts'

/** The state of an installation: the image so far, and the directories that the next elements refer to. */
export interface Installation {
  readonly image: CardImage
  element: ElementRef
  /** Content bytes of the files created so far. */
  usedBytes: number
  /** The first directory of the last element that created one: where a PE-PINCodes belongs. */
  pinDirectory: string | undefined
  /** The last ADF created: where a PE-AKAParameter belongs. */
  adf: string | undefined
  usim: string | undefined
  isim: string | undefined
  csim: string | undefined
  /** The AID of an IoT profile's USIM after the registered provider, from the header. */
  readonly iotPix: Uint8Array | undefined
}

/** The reference to an element for errors and findings. */
export function elementRef(element: ProfileElement | DecodedElement, index: number): ElementRef {
  return { index, kind: element.kind, identification: identificationOf(element) }
}

/** Throws the SaipError `install` for a fault at which an eUICC aborts with this status. */
export function abort(installation: Installation, status: PeStatusName, why: string): never {
  const { element } = installation
  const number = element.identification === undefined ? '' : ` ${element.identification}`
  throw new SaipError('install', `Element ${element.index} (${element.kind}${number}): ${why}`, { element, status })
}

/** Adds a file to the image. Aborts if the path is occupied or its directory does not exist. */
export function addFile(installation: Installation, file: CardFile): void {
  const { files } = installation.image
  if (files[file.path] !== undefined) abort(installation, 'bad-values', `${file.name} already exists`)
  const parent = file.path.slice(0, -4)
  if (file.path !== mfPath && files[parent] === undefined) {
    abort(installation, 'bad-values', `the directory of ${file.name} does not exist`)
  }
  files[file.path] = file
}
