import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Identity, importPrivateKey, type issueTestPki } from '@simwright/x509'
import { afterAll } from 'vitest'

type Files = Readonly<Record<string, string | Uint8Array>>

export const keyPem = ({ privateKey }: Identity): string =>
  importPrivateKey(privateKey).export({ type: 'sec1', format: 'pem' }).toString()

/** Writes the certificates and keys of an SM-DP+ as RSP_CERTS_DIR has them, and more files. */
export function writeCertificates(folder: string, pki: ReturnType<typeof issueTestPki>, more: Files = {}): void {
  const files: Files = {
    'CERT_CI_ECDSA_NIST.der': pki.ci.certificate,
    'CERT_S_SM_DPauth_ECDSA_NIST.der': pki.dpAuth.certificate,
    'SK_S_SM_DPauth_ECDSA_NIST.pem': keyPem(pki.dpAuth),
    'CERT_S_SM_DPpb_ECDSA_NIST.der': pki.dpPb.certificate,
    'SK_S_SM_DPpb_ECDSA_NIST.pem': keyPem(pki.dpPb),
    'CERT_S_SM_DP_TLS_NIST.der': pki.dpTls.certificate,
    'SK_S_SM_DP_TLS_NIST.pem': keyPem(pki.dpTls),
    ...more,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}

/** A folder with these files, which is deleted after the tests of the file. */
export function certificateFolder(pki: ReturnType<typeof issueTestPki>, more: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-certificates-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  writeCertificates(folder, pki, more)
  return folder
}
