export type { AkaConfig } from './build/aka-config.ts'
export type {
  AppletsConfig,
  AraConfig,
  AraRule,
  CustomAppletConfig,
  KnownApplet,
  RecycleConfig,
} from './build/applet-config.ts'
export { isReservedAid } from './build/applet-config.ts'
export type { BuildFinding } from './build/build-finding.ts'
export { assemble, buildProfile, type CompiledProfile, compile } from './build/build-profile.ts'
export type { FiveGConfig } from './build/five-g-config.ts'
export type { ImsConfig } from './build/ims-config.ts'
export { readKnownAppletFile } from './build/known-applet-file.ts'
export { type LoadFile, loadFileLimits, readLoadFile } from './build/load-file.ts'
export type { NetworkNameConfig } from './build/network-name-file.ts'
export { deriveOpc, deriveTopc } from './build/operator-code.ts'
export {
  checkConfig,
  type ProfileClass,
  type ProfileConfig,
  type SaipVersion,
  saipVersions,
} from './build/profile-config.ts'
export { checkKeys, type OtaKeys, type ProfileKeys } from './build/profile-keys.ts'
export type { SecurityConfig } from './build/security-config.ts'
export { type UsimConfig, usimShapes } from './build/usim-element.ts'
export { type Weakness, weakness } from './build/weak-key.ts'
export {
  accessRuleAppletAid,
  type CarrierRule,
  carrierRuleCommands,
  decodeCarrierRules,
  encodeCarrierRule,
} from './card/access-rule-applet.ts'
export {
  type AuthenticationAlgorithm,
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
export { decodeHttpsSession, encodeHttpsSession, type HttpsSession } from './card/https-session.ts'
export {
  decodeRecycleParameters,
  encodeRecycleParameters,
  type RecycleParameters,
  recycleAppletAids,
} from './card/recycle-applet.ts'
export { checkProfile } from './check/check-profile.ts'
export {
  type ExplainedResponse,
  type ExplainedStatus,
  encodeResponse,
  explainResponse,
} from './check/explain-response.ts'
export type { Finding } from './check/finding.ts'
export type { Rule } from './check/rule.ts'
export { packageRules } from './check/rule-table.ts'
export { EuiccResponse, type PeStatus, type PeStatusName, peStatuses, peStatusName } from './codec/euicc-response.ts'
export { parsePackageText } from './codec/package-text.ts'
export {
  type DecodedElement,
  decodeProfile,
  type ElementKind,
  type ElementOf,
  encodeElement,
  encodeProfile,
  headerOf,
  identificationOf,
  type ProfileElement,
} from './codec/profile-element.ts'
export type { ServiceName } from './codec/profile-header.ts'
export { decodeAlpha, encodeAlpha, fitAlpha } from './ef/alpha.ts'
export { decodeApplicationEntry, decodeLanguages, encodeApplicationEntry, encodeLanguages } from './ef/directory.ts'
export {
  type AccessIdentities,
  decodeAccessIdentities,
  decodeRoutingIndicator,
  decodeSuciCalculation,
  encodeAccessIdentities,
  encodeRoutingIndicator,
  encodeSuciCalculation,
  type HomeNetworkKey,
  type ProtectionScheme,
  protectionSchemes,
  type SuciCalculation,
} from './ef/five-gs.ts'
export {
  type AdministrativeData,
  accessClassOf,
  decodeAccessClasses,
  decodeAdministrativeData,
  decodeCode,
  decodeImsi,
  encodeAccessClasses,
  encodeAdministrativeData,
  encodeCode,
  encodeImsi,
  type OperationMode,
  operationModes,
} from './ef/identity.ts'
export {
  decodeImsText,
  decodePcscf,
  encodeImsText,
  encodePcscf,
  imsDomain,
  imsPrivateIdentity,
  imsPublicIdentity,
} from './ef/ims.ts'
export {
  type AccessTechnology,
  accessTechnologies,
  decodeLocation,
  decodeNetworkChoices,
  decodeNetworks,
  encodeLocation,
  encodeNetworkChoices,
  encodeNetworks,
  type LocationFile,
  type NetworkChoice,
} from './ef/network.ts'
export {
  decodeOpl,
  decodePnn,
  decodeSpn,
  encodeOpl,
  encodePnn,
  encodeSpn,
  type NetworkName,
  type NetworkNameUse,
  type ServiceProviderName,
} from './ef/network-name.ts'
export {
  decodeEmergencyNumber,
  decodeMsisdn,
  decodeSmsp,
  type EmergencyNumber,
  type EmergencyService,
  emergencyServices,
  encodeEmergencyNumber,
  encodeMsisdn,
  encodeSmsp,
  type NamedNumber,
} from './ef/number.ts'
export { decodeServices, encodeServices, type UsimService, usimServices } from './ef/service-table.ts'
export { type ElementRef, SaipError, type SaipErrorCode } from './error.ts'
export { compareProfiles, type Difference } from './inspect/compare-profiles.ts'
export { type DescribableFile, describeFile } from './inspect/describe-file.ts'
export { type Inspection, type InspectOptions, inspectProfile } from './inspect/inspect-profile.ts'
export type { PackageNode } from './inspect/package-node.ts'
export { readPackage } from './inspect/read-package.ts'
export { accessRules } from './template/access-rule.ts'
export { fileTemplates, findTemplate } from './template/table.ts'
export type { FileStructure, FileTemplate, TemplateFile } from './template/template.ts'
