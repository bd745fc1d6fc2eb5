export { EuiccResponse, type PeStatus, type PeStatusName, peStatuses, peStatusName } from './codec/euicc-response.ts'
export {
  type DecodedElement,
  decodeProfile,
  type ElementKind,
  encodeElement,
  encodeProfile,
  headerOf,
  identificationOf,
  type ProfileElement,
} from './codec/profile-element.ts'
export { SaipError } from './error.ts'
