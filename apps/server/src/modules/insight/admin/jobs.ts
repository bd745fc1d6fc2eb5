export { notifyOfCertificates } from './certificate.ts'
