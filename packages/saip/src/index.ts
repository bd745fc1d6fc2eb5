export {
  type CardAuthentication,
  type CardFile,
  type CardImage,
  type CardPin,
  type CardPuk,
  type CardSecurityDomain,
  contentBytes,
  contentFile,
  isDirectory,
  mfPath,
  parentOf,
  recordOf,
} from './card/card-image.ts'
export { type CardAbilities, expandPackage } from './card/expand-package.ts'
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
export { fileTemplates, findTemplate } from './template/table.ts'
export type { FileStructure, FileTemplate, TemplateFile } from './template/template.ts'
