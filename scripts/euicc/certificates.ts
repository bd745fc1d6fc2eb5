import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Curve } from '@simwright/rsp'
import { exportPkcs8, type Identity, importPrivateKey, parseCertificates } from '@simwright/x509'

/** The credentials of an eUICC: trusted issuers, manufacturer (EUM), and its own certificate if there is one. */
export type EuiccCertificates = {
  ciRoots: Uint8Array[]
  curve: Curve
  /** The private key is empty if the folder has none; then no eUICC certificate can be issued. */
  eum: Identity
  euicc: Identity | undefined
}

const EXTENSIONS = ['der', 'pem', 'crt', 'cer', 'key']

/** @throws Error naming a missing file */
export function readCertificates(directory: string, set: string): EuiccCertificates {
  const names = readdirSync(directory)
  const find = (stem: string) => {
    const known = EXTENSIONS.map((extension) => `${stem}.${extension}`.toLowerCase())
    const name = names.find((one) => known.includes(one.toLowerCase()))
    return name === undefined ? undefined : new Uint8Array(readFileSync(join(directory, name)))
  }
  const certificate = (kind: string) => {
    const bytes = find(`CERT_${kind}_ECDSA_${set}`)
    return bytes && parseCertificates(bytes)[0]
  }
  const key = (kind: string) => {
    const bytes = find(`SK_${kind}_ECDSA_${set}`)
    return bytes && exportPkcs8(importPrivateKey(bytes))
  }
  const required = (kind: string) => {
    const found = certificate(kind)
    if (!found) throw new Error(`${directory} has no CERT_${kind}_ECDSA_${set}.der or .pem`)
    return found
  }
  const ci = required('CI')
  if (ci.curve !== 'P-256' && ci.curve !== 'brainpoolP256r1')
    throw new Error('The CI is on a curve that eUICCs do not use.')
  const euicc = certificate('EUICC')
  const [euiccKey, eumKey] = [key('EUICC'), key('EUM')]
  if (!eumKey && !(euicc && euiccKey))
    throw new Error(`${directory} needs CERT_EUICC_ECDSA_${set} with SK_EUICC_ECDSA_${set}, or SK_EUM_ECDSA_${set}.`)
  return {
    ciRoots: [ci.raw],
    curve: ci.curve,
    eum: { certificate: required('EUM').raw, privateKey: eumKey ?? new Uint8Array() },
    euicc: euicc && euiccKey ? { certificate: euicc.raw, privateKey: euiccKey } : undefined,
  }
}
