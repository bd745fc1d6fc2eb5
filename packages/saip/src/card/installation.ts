import type { PeStatusName } from '../codec/euicc-response.ts'
import { type DecodedElement, identificationOf, type ProfileElement } from '../codec/profile-element.ts'
import { type ElementRef, SaipError } from '../error.ts'
import { type CardFile, type CardImage, mfPath } from './card-image.ts'

/** Where the installation stands: what the next element's files and codes belong to. */
export interface Installation {
  readonly image: CardImage
  element: ElementRef
  /** content of the files made so far */
  usedBytes: number
  /** first directory of the last element that made one: where a PE-PINCodes belongs */
  pinDirectory: string | undefined
  /** the ADF made last: where a PE-AKAParameter belongs */
  adf: string | undefined
  usim: string | undefined
  isim: string | undefined
}

export function elementRef(element: ProfileElement | DecodedElement, index: number): ElementRef {
  return { index, kind: element.kind, identification: identificationOf(element) }
}

/** An eUICC would abort here with this status. */
export function abort(installation: Installation, status: PeStatusName, why: string): never {
  const { element } = installation
  const number = element.identification === undefined ? '' : ` ${element.identification}`
  throw new SaipError('install', `Element ${element.index} (${element.kind}${number}): ${why}`, { element, status })
}

export function addFile(installation: Installation, file: CardFile): void {
  const { files } = installation.image
  if (files[file.path] !== undefined) abort(installation, 'bad-values', `${file.name} exists already`)
  const parent = file.path.slice(0, -4)
  if (file.path !== mfPath && files[parent] === undefined) {
    abort(installation, 'bad-values', `the directory of ${file.name} does not exist`)
  }
  files[file.path] = file
}
