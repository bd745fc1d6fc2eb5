import { Asn1Error, readTlvs } from '@simwright/asn1'
import { IdError, parseActivationCode, parseConfirmationCode, parseEid, parseHex, parseImsi } from '@simwright/ids'
import {
  authenticateServerResponse,
  cancelSessionResponse,
  NotificationFault,
  prepareDownloadResponse,
  RspRefusal,
  readEs9Asn1Request,
  readEs9Request,
  readPendingNotification,
} from '@simwright/rsp'
import {
  checkProfile,
  compareProfiles,
  decodeProfile,
  encodeProfile,
  expandPackage,
  inspectProfile,
  parsePackageText,
  readKnownAppletFile,
  readLoadFile,
  readPackage,
  SaipError,
} from '@simwright/saip'
import { CertificateError, parseCertificates, parseCrl, writePem } from '@simwright/x509'
import { decodeReceived } from '../../../packages/rsp/src/received.ts'
import {
  authenticate,
  authenticateResponse,
  cancelResponse,
  createScene,
  initiate,
  installationResult,
  prepareResponse,
  profileNotification,
} from '../../../packages/rsp/src/testing/scene.ts'
import { components, ijcFile } from '../../../packages/saip/src/testing/cap-file.ts'
import { richElements } from '../../../packages/saip/src/testing/rich-profile.ts'
import { zipFile } from '../../../packages/saip/src/testing/zip-file.ts'
import { type FuzzTarget, seedsOf, text } from './target.ts'

/** The parsers of the packages. */
export function packageTargets(): FuzzTarget[] {
  const scene = createScene()
  const { device } = scene
  const { session } = initiate(scene)
  const { session: authenticated } = authenticate(scene)
  const messages = [
    authenticateResponse(session, device),
    prepareResponse(authenticated, device),
    cancelResponse(session, device),
    installationResult(session, device),
    profileNotification(device, ['delete']),
  ]
  const upp = encodeProfile(richElements())
  const certificates = [device.certificate, device.eumCertificate, scene.credentials.authCertificate]
  const cap = zipFile(
    Object.entries(components()).map(([name, bytes]) => ({ name: `com/example/javacard/${name}.cap`, bytes })),
  )
  return [
    { name: 'ASN.1', seeds: [upp, ...messages, ...certificates], run: readTlvs, coded: [Asn1Error] },
    {
      name: 'X.509',
      seeds: [...certificates, ...certificates.map((der) => Buffer.from(writePem('CERTIFICATE', der)))],
      run: parseCertificates,
      coded: [CertificateError],
    },
    { name: 'CRL', seeds: certificates, run: parseCrl, coded: [CertificateError] },
    {
      name: 'SGP.22 messages',
      seeds: messages,
      run: (bytes) => {
        for (const codec of [authenticateServerResponse, prepareDownloadResponse, cancelSessionResponse])
          attempt(() => decodeReceived<unknown>(codec as never, bytes), RspRefusal)
        attempt(() => readPendingNotification(bytes), NotificationFault)
        readEs9Asn1Request(bytes)
      },
      coded: [RspRefusal, Asn1Error],
    },
    {
      name: 'SGP.22 JSON',
      seeds: seedsOf(
        JSON.stringify({
          euiccChallenge: Buffer.alloc(16).toString('base64'),
          euiccInfo1: 'vyADAgEB',
          smdpAddress: 'a',
        }),
        JSON.stringify({
          transactionId: '00FF',
          authenticateServerResponse: Buffer.from(messages[0]!).toString('base64'),
        }),
        JSON.stringify({ pendingNotification: Buffer.from(messages[3]!).toString('base64') }),
      ),
      run: (bytes) => {
        const json = parsed(bytes)
        const functions = ['initiateAuthentication', 'authenticateClient', 'handleNotification'] as const
        for (const name of functions) attempt(() => readEs9Request(name, json), RspRefusal)
      },
      coded: [RspRefusal],
    },
    {
      name: 'SAIP',
      seeds: [upp],
      run: (bytes) => {
        const elements = readPackage(bytes)
        checkProfile(elements)
        expandPackage(elements)
      },
      coded: [SaipError],
    },
    { name: 'SAIP, inspected', seeds: [upp], run: (bytes) => inspectProfile(bytes), coded: [SaipError] },
    { name: 'SAIP, compared', seeds: [upp], run: (bytes) => compareProfiles(upp, bytes), coded: [SaipError] },
    {
      name: 'SAIP, of any size',
      seeds: [upp],
      run: (bytes) => checkProfile(decodeProfile(bytes)),
      coded: [SaipError],
    },
    {
      name: 'SAIP as text',
      seeds: [upp, ...seedsOf(Buffer.from(upp).toString('hex'), Buffer.from(upp).toString('base64'))],
      run: (bytes) => parsePackageText(text(bytes)),
      coded: [],
    },
    {
      name: 'CAP',
      seeds: [cap, ijcFile()],
      run: (bytes) => {
        attempt(() => readLoadFile(bytes), SaipError)
        readKnownAppletFile('ara', bytes)
      },
      coded: [SaipError],
    },
    {
      name: 'activation codes and identifiers',
      seeds: seedsOf(
        'LPA:1$smdp.example.com$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746$1',
        '89049032123451234512345678901235',
      ),
      run: (bytes) => {
        const value = text(bytes)
        for (const parse of [parseActivationCode, parseConfirmationCode, parseEid, parseImsi])
          attempt(() => parse(value), IdError)
        parseHex(value, 16)
      },
      coded: [IdError],
    },
  ]
}

/** Lets the error of one reader pass, so that the next one reads the same input. */
function attempt(read: () => unknown, coded: FuzzTarget['coded'][number]): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof coded)) throw error
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(text(bytes))
  } catch {
    return undefined
  }
}
