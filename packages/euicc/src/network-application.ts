/** The selected USIM or ISIM: whether its PIN is verified, and which services it has. */
import { CardRefusal, SW } from './apdu.ts'
import type { Directory } from './card-file.ts'
import { isAuthenticated, type UiccChannel } from './uicc-channel.ts'

const EF_UST_FID = 0x6f38

/**
 * The selected application, with its PIN verified or disabled.
 * @throws CardRefusal 6985 if no application is selected, 6982 if its PIN is not verified
 */
export function currentApplication(channel: UiccChannel): Directory {
  const adf = channel.currentAdf
  if (!adf) throw new CardRefusal(SW.conditionsNotSatisfied)
  const pin = adf.pinReferences[0]
  if (pin !== undefined && !isAuthenticated(channel, pin)) throw new CardRefusal(SW.securityNotSatisfied)
  return adf
}

/** The content of a transparent file, found by the identifiers below the application. */
export function contentAt(adf: Directory, ...fids: readonly number[]): Uint8Array | undefined {
  let directory: Directory = adf
  for (const fid of fids) {
    const file = directory.files.find((candidate) => candidate.fid === fid)
    if (file?.kind === 'transparent') return file.content
    if (file?.kind !== 'directory') return undefined
    directory = file
  }
  return undefined
}

/**
 * Whether bit `service` of EF.UST is set. The numbers start at 1 in the lowest bit of the first byte. False for an
 * application without EF.UST.
 */
export function hasService(adf: Directory, service: number): boolean {
  const ust = contentAt(adf, EF_UST_FID) ?? new Uint8Array(0)
  return ((ust[(service - 1) >> 3] ?? 0) & (1 << ((service - 1) & 7))) !== 0
}
