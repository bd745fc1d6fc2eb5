import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Euicc, parseEuiccState, serializeEuiccState, testEid, testEuicc } from '@simwright/euicc'
import { type Eid, parseEid } from '@simwright/ids'
import { type Curve, generateKeyPair, generateOneTimeKey } from '@simwright/rsp'
import { eidOf, type Identity, issueTestEuicc, parseCertificate } from '@simwright/x509'
import type { EuiccCertificates } from './certificates.ts'

export type Device = {
  euicc: Euicc
  eid: Eid
  /** Writes changed memory to the file. The file has mode 0600, because it contains subscription keys in plaintext. */
  save(): void
}

type Opening = { file: string; certificates: EuiccCertificates; eid: string | undefined }

/** The eUICC of the state file after power-up; a new one if there is no file. */
export function openDevice({ file, certificates, eid }: Opening): Device {
  const stored = existsSync(file) ? readStored(file) : undefined
  const identity = stored?.identity ?? certificates.euicc ?? issue(certificates, eid)
  const own = parseEid(eidOf(parseCertificate(identity.certificate)) ?? '')
  if (eid !== undefined && eid !== own) throw new Error(`The eUICC has the EID ${own}, not ${eid}.`)
  const { ciRoots, eum } = certificates
  const { euicc } = testEuicc({
    eid: own,
    ciRoots,
    eum,
    identity,
    generateOneTimeKey,
    sources: sources(),
    ...(stored ? { state: stored.state } : {}),
  })
  let written: string | undefined
  const save = () => {
    const text = textOf(identity, serializeEuiccState(euicc.state))
    if (text === written) return
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    written = text
  }
  save()
  return { euicc, eid: own, save }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const textOf = ({ certificate, privateKey }: Identity, state: string) =>
  `{"certificate":"${hex(certificate)}","privateKey":"${hex(privateKey)}","state":${state}}\n`

function readStored(file: string) {
  const { certificate, privateKey, state } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const bytes = (text: unknown) => new Uint8Array(Buffer.from(String(text), 'hex'))
  const identity: Identity = { certificate: bytes(certificate), privateKey: bytes(privateKey) }
  return { identity, state: parseEuiccState(JSON.stringify(state)) }
}

const sources = () => ({
  now: new Date(),
  random: (length: number) => new Uint8Array(randomBytes(length)),
  generateKeyPair: (curve: string) => generateKeyPair(curve as Curve),
})

const SERIALS = 2 ** 40

function issue({ eum, curve }: EuiccCertificates, eid: string | undefined): Identity {
  const serial = randomBytes(6).readUIntBE(0, 6) % SERIALS
  return issueTestEuicc({ ...sources(), eum, curve, eid: eid === undefined ? testEid(serial) : parseEid(eid) })
}
