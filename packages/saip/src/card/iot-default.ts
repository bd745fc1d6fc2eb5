import { concat, fromHex } from '@simwright/asn1'
import type { File } from '../codec/file.ts'
import { encodeApplicationEntry, encodeRecords } from '../ef/directory.ts'
import { accessRules } from '../template/access-rule.ts'
import type { CardImage } from './card-image.ts'

// A minimal IoT profile leaves out what follows from the profile header and from annex A: the ICCID, the AID of the USIM,
// its entry in EF.DIR, and the access rules. These are the files of an element that does not mention them.

/** Registered application provider of 3GPP (ETSI TS 101 220). The header gives the rest of the USIM's AID. */
const provider3gpp = fromHex('a000000087')
/** Temporary file identifier of an ADF.USIM that is not mentioned. */
const usimFid = fromHex('7ff0')
const lifeCycle = fromHex('05')

/** A linear fixed file with these records. */
function linear(records: readonly Uint8Array[]): File {
  const recordSize = Math.max(...records.map((record) => record.length))
  const size = recordSize * records.length
  const fileDescriptor = Uint8Array.of(0x42, 0x21, recordSize >> 8, recordSize & 0xff)
  const value = { lcsi: lifeCycle, fileDescriptor, efFileSize: Uint8Array.of(size >> 8, size & 0xff) }
  return [
    { kind: 'fileDescriptor', value },
    { kind: 'fillFileContent', value: encodeRecords(records, recordSize) },
  ]
}

/** The ICCID of the header as in EF.ICCID: with swapped nibbles. */
function iccidFile(iccid: Uint8Array): File {
  return [{ kind: 'fillFileContent', value: iccid.map((byte) => ((byte & 0x0f) << 4) | (byte >> 4)) }]
}

/** The AID in the file descriptor of ADF.USIM. */
function usimAid(adf: File | undefined): Uint8Array | undefined {
  const first = adf?.[0]
  return first?.kind === 'fileDescriptor' ? first.value.dfName : undefined
}

/**
 * The files of a PE-IoT that the element does not mention, by component. Without an AID in the element or the header
 * there is no ADF.USIM, so that its installation fails.
 */
export function iotDefaults(
  { image, iotPix }: { readonly image: Pick<CardImage, 'iccid'>; readonly iotPix: Uint8Array | undefined },
  given: Readonly<Record<string, File | undefined>>,
): Record<string, File> {
  const headerAid = iotPix === undefined ? undefined : concat(provider3gpp, iotPix)
  const aid = usimAid(given['adf-usim']) ?? headerAid
  return {
    'ef-iccid': iccidFile(image.iccid),
    'ef-arr': linear(accessRules),
    'ef-arr-usim': [{ kind: 'fileDescriptor', value: { lcsi: lifeCycle, linkPath: fromHex('2f06') } }],
    // No service until the element names one.
    'ef-ust': [{ kind: 'fillFileContent', value: new Uint8Array(17) }],
    ...(aid === undefined ? {} : { 'ef-dir': linear([encodeApplicationEntry({ aid, label: 'USIM' })]) }),
    ...(headerAid === undefined
      ? {}
      : {
          'adf-usim': [{ kind: 'fileDescriptor', value: { lcsi: lifeCycle, fileID: usimFid, dfName: headerAid } }],
        }),
  }
}
