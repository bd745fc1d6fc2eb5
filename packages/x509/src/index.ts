export {
  type Certificate,
  type Extensions,
  eidOf,
  parseCertificate,
  parseCertificates,
  registeredIdOf,
} from './certificate.ts'
export {
  type CertificateDirectory,
  type CertificateSet,
  type FileFault,
  type KeyedCertificate,
  readCertificateDirectory,
  type SmdpSet,
} from './certificate-directory.ts'
export { CertificateError, type CertificateErrorCode } from './certificate-error.ts'
export { ChainError, type ChainFault, type ChainRequest, type VerifiedChain, verifyChain } from './chain.ts'
export { type Crl, isCrlOf, isCrlSignedBy, parseCrl } from './crl.ts'
export { CURVES, type Curve } from './curve.ts'
export { eidPrefixesOf, permitsEid } from './eid-range.ts'
export type { AlternativeNames, BasicConstraints, EidConstraint, KeyUsage, NameConstraints } from './extension.ts'
export {
  type IssuedRole,
  type Issuer,
  issueCertificate,
  issueCrl,
  issuerOf,
  keyIdentifierOf,
  type NewCertificate,
  type NewCrl,
} from './issue.ts'
export {
  type AttributeName,
  attributeValues,
  type Name,
  type NameAttribute,
  nameOf,
  nameText,
  sameName,
} from './name.ts'
export { writePem } from './pem.ts'
export { exportPkcs8, importPrivateKey, isKeyPair } from './private-key.ts'
export { isSgp26TestCi, ROLES, type Role, type RoleFacts, roleOf } from './role.ts'
export { isSignedBy, publicKeyOf } from './signature.ts'
export {
  type Identity,
  issueTestDsAuth,
  issueTestEuicc,
  issueTestPki,
  issueTestTls,
  type KeyPair,
  type Sources,
  TEST_EID_PREFIX,
  type TestPki,
  type TestPkiRequest,
  TLS_CERTIFICATE_DAYS,
} from './test-pki.ts'
