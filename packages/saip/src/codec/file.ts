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

// Fcp and ProprietaryInfo carry tags of their own, so automatic tagging leaves them alone (X.680, 25.3).

export const ProprietaryInfo = sequence({
  specialFileInformation: withDefault(octets({ tag: 0xc0, size: 1 }), fromHex('00')),
  fillPattern: optional(octets({ tag: 0xc1, min: 1, max: 200 })),
  repeatPattern: optional(octets({ tag: 0xc2, min: 1, max: 200 })),
  maximumFileSize: optional(octets({ tag: 0x86 })),
  fileDetails: withDefault(octets({ tag: 0x84, size: 1 }), fromHex('01')),
})
export type ProprietaryInfo = Infer<typeof ProprietaryInfo>

/** File control parameters; a template file takes what is not given here from its template (8.3.3). */
export const Fcp = sequence({
  fileDescriptor: optional(octets({ tag: 0x82, min: 2, max: 4 })),
  fileID: optional(octets({ tag: 0x83, size: 2 })),
  dfName: optional(octets({ tag: 0x84, min: 5, max: 16 })),
  lcsi: withDefault(octets({ tag: 0x8a, size: 1 }), fromHex('05')),
  securityAttributesReferenced: optional(octets({ tag: 0x8b, min: 1, max: 3 })),
  efFileSize: optional(octets({ tag: 0x80 })),
  pinStatusTemplateDO: optional(octets({ tag: 0xc6 })),
  shortEFID: optional(octets({ tag: 0x88, max: 1 })),
  proprietaryEFInfo: optional(retag(0xa5, ProprietaryInfo)),
  linkPath: optional(octets({ tag: 0xc7, max: 8 })),
})
export type Fcp = Infer<typeof Fcp>

/** The steps by which one file is made and filled; offsets are relative to the end of what was filled last. */
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
export type FileStep = File[number]

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

export const FileManagementCommands = sequenceOf(FileManagement, { min: 1 })
