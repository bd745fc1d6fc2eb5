import { automatic, type Infer, integer, nullValue, optional, sequence } from '@simwright/asn1'

/** UInt8, UInt15, UInt16 and UInt31 of the PEDefinitions module. */
export const uint8 = () => integer({ min: 0, max: 255 })
export const uint15 = () => integer({ min: 0, max: 32_767 })
export const uint16 = () => integer({ min: 0, max: 65_535 })
export const uint31 = () => integer({ min: 0, max: 2_147_483_647 })

/** PEHeader. With `mandated` (null if set) an eUICC aborts if it cannot install the element; otherwise it skips it. */
export const PeHeader = sequence(automatic({ mandated: optional(nullValue()), identification: uint15() }))
export type PeHeader = Infer<typeof PeHeader>
