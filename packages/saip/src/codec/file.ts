import {
  automatic,
  choice,
  fromHex,
  type Infer,
  nullValue,
  octets,
  optional,
  retag,
  sequence,
  sequenceOf,
  withDefault,
} from '@simwright/asn1'
import { uint16 } from './pe-header.ts'

// Fcp and ProprietaryInfo have explicit tags, so automatic tagging does not apply to them (X.680, 25.3).

/**
 * Proprietary information of an FCP (tag A5; ETSI TS 102 222, 6.3.2.2.2): initial content as fill or repeat pattern,
 * maximum size of a BER-TLV file. Only one of fillPattern and repeatPattern may be present.
 */
export const ProprietaryInfo = sequence({
  /** Special file information (ETSI TS 102 222, 6.3.2.2.2). */
  specialFileInformation: withDefault(octets({ tag: 0xc0, size: 1 }), fromHex('00')),
  /** Initial content; its last byte is repeated to the end of the file or record. */
  fillPattern: optional(octets({ tag: 0xc1, min: 1, max: 200 })),
  /** Initial content that is repeated as a whole. */
  repeatPattern: optional(octets({ tag: 0xc2, min: 1, max: 200 })),
  /** BER-TLV files only. */
  maximumFileSize: optional(octets({ tag: 0x86 })),
  fileDetails: withDefault(octets({ tag: 0x84, size: 1 }), fromHex('01')),
})
export type ProprietaryInfo = Infer<typeof ProprietaryInfo>

/** File control parameters. A template file takes absent parameters from its template (8.3.3). */
export const Fcp = sequence({
  /** Structure, and for files with records the record size (ETSI TS 102 221, 11.1.1.4.3). */
  fileDescriptor: optional(octets({ tag: 0x82, min: 2, max: 4 })),
  /** For an ADF a temporary identifier: other elements refer to the ADF with it. */
  fileID: optional(octets({ tag: 0x83, size: 2 })),
  /** The AID of an ADF. */
  dfName: optional(octets({ tag: 0x84, min: 5, max: 16 })),
  /** Life cycle status; 05 is activated. */
  lcsi: withDefault(octets({ tag: 0x8a, size: 1 }), fromHex('05')),
  /** Record of EF.ARR, optionally after the identifier of the EF.ARR. */
  securityAttributesReferenced: optional(octets({ tag: 0x8b, min: 1, max: 3 })),
  /** Bytes of the content, including all records, big-endian. */
  efFileSize: optional(octets({ tag: 0x80 })),
  /** PIN references of a directory. */
  pinStatusTemplateDO: optional(octets({ tag: 0xc6 })),
  /** Short file identifier in the upper five bits. Empty removes that of the template. */
  shortEFID: optional(octets({ tag: 0x88, max: 1 })),
  proprietaryEFInfo: optional(retag(0xa5, ProprietaryInfo)),
  /** The path of the file whose content this one shows. Empty makes a file that the template links independent. */
  linkPath: optional(octets({ tag: 0xc7, max: 8 })),
})
export type Fcp = Infer<typeof Fcp>

/** The steps that create and fill one file. Each offset is relative to the end of the content filled before. */
export const File = sequenceOf(
  choice(
    automatic({
      doNotCreate: nullValue(),
      fileDescriptor: Fcp,
      fillFileOffset: uint16(),
      fillFileContent: octets(),
    }),
  ),
)
export type File = Infer<typeof File>
/** One step of a File. */
export type FileStep = File[number]

/** A list of file management commands (8.3.5): select a directory, create a file, fill it. */
const FileManagement = sequenceOf(
  choice({
    filePath: octets({ tag: 0x80, max: 8 }),
    createFCP: retag(0x62, Fcp),
    fillFileOffset: uint16(),
    fillFileContent: octets({ tag: 0x81 }),
  }),
  { min: 1 },
)
export type FileManagement = Infer<typeof FileManagement>

/** The command lists of one PE-GenericFileManagement. Each starts in the MF. */
export const FileManagementCommands = sequenceOf(FileManagement, { min: 1 })
