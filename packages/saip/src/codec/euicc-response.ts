import { automatic, type Infer, integer, nullValue, optional, sequence, sequenceOf, utf8 } from '@simwright/asn1'
import { uint8, uint15, uint31 } from './pe-header.ts'

/** Values of PEStatus.status (8.11), each with an explanation for users whose download failed. */
export const peStatuses = {
  ok: { value: 0, text: 'The profile element was installed.' },
  'pe-not-supported': { value: 1, text: 'The eUICC does not know this kind of profile element.' },
  'memory-failure': { value: 2, text: 'The eUICC had a memory failure.' },
  'bad-values': { value: 3, text: 'A value in the profile element is not acceptable.' },
  'not-enough-memory': { value: 4, text: 'The eUICC does not have enough memory for the profile.' },
  'invalid-request-format': { value: 5, text: 'The profile element is not encoded as the eUICC expects.' },
  'invalid-parameter': { value: 6, text: 'The profile element carries a parameter the eUICC does not know.' },
  'runtime-not-supported': { value: 7, text: 'The eUICC lacks the runtime environment of an application.' },
  'lib-not-supported': { value: 8, text: 'The eUICC lacks a library that the profile requires.' },
  'template-not-supported': { value: 9, text: 'The eUICC does not know the file system template used.' },
  'feature-not-supported': { value: 10, text: 'The eUICC lacks a feature that the profile requires.' },
  'pin-code-missing': { value: 11, text: 'A PIN that the profile refers to is not defined.' },
  'unsupported-profile-version': {
    value: 31,
    text: 'The eUICC is made for another version of the profile package format.',
  },
} as const
/** The name of a status that the module defines. */
export type PeStatusName = keyof typeof peStatuses

/** PEStatus (8.11): the result of one element, named by its identification. */
export const PeStatus = sequence(
  automatic({
    // Also ISO 7816 status words 6000-6FFF and 9000-9FFF, and proprietary values above 9FFF.
    status: integer({ min: 0, max: 65_535 }),
    identification: optional(uint15()),
    'additional-information': optional(uint8()),
    offset: optional(uint31()),
  }),
)
export type PeStatus = Infer<typeof PeStatus>

/**
 * EUICCResponse: the status of the processed elements. It is the `simaResponse` of SGP.22's ProfileInstallationResult.
 */
export const EuiccResponse = sequence(
  automatic({
    /** Warnings first, then the status of the whole package or of the element at fault. */
    peStatus: sequenceOf(PeStatus),
    /** Present if the profile was not installed. */
    profileInstallationAborted: optional(nullValue()),
    statusMessage: optional(utf8({ min: 2, max: 64 })),
  }),
)
export type EuiccResponse = Infer<typeof EuiccResponse>

/** The name of a status. Undefined for a status word or a proprietary value. */
export function peStatusName(status: number): PeStatusName | undefined {
  for (const [name, { value }] of Object.entries(peStatuses)) if (value === status) return name as PeStatusName
  return undefined
}
