import { fromHex } from '@simwright/asn1'
import type { KeyObject } from '../codec/application-element.ts'
import {
  algorithmIds,
  defaultRotationConstants,
  defaultXoringConstants,
  pinReference,
  pukReference,
} from '../codec/naa-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf, ProfileElement } from '../codec/profile-element.ts'
import type { ServicesList } from '../codec/profile-header.ts'
import { encodeApplicationEntry, encodeLanguages } from '../ef/directory.ts'
import { accessRules } from '../template/access-rule.ts'
import { directory, filled, link, records, sparseRecords } from './file-step.ts'
import type { Holes } from './hole.ts'
import type { RegularConfig } from './regular-config.ts'
import { fiveGElements, gsmAccessElement, type Heading, optUsimElement, usimAid, usimElement } from './regular-usim.ts'

const mfPins = [pinReference.pin1, pinReference.adm1]
const directoryRecordBytes = 38
const accessRuleBytes = Math.max(...accessRules.map((rule) => rule.length))

/** Which version of a template a package refers to: an eUICC of version 3 need not know the first ones (9.4.1, 9.5.2.1). */
const templateVersions = {
  2: { mf: '1', telecom: '3', usim: '4', optUsim: '5', gsmAccess: '7', df5gs: '13', dfSaip: '14' },
  3: { mf: '1', telecom: '3.2', usim: '4.2', optUsim: '5.2', gsmAccess: '7', df5gs: '13.2', dfSaip: '14' },
} as const
type TemplateName = keyof (typeof templateVersions)[2]

/**
 * The elements of a regular profile in the order of 8.1.3: PUKs right after the MF, the PINs of the MF, the application
 * with its own PIN behind it, its keys, the MNO-SD before what belongs to it, the end.
 */
export function regularElements(config: RegularConfig, holes: Holes): ProfileElement[] {
  const [major, minor] = (config.saipVersion ?? '2.3').split('.').map(Number) as [2 | 3, number]
  const used: string[] = []
  let identification = 0
  const header = (): PeHeader => {
    identification += 1
    return { mandated: null, identification }
  }
  const heading = (name: TemplateName): Heading => {
    const templateID = `2.23.143.1.2.${templateVersions[major][name]}`
    used.push(templateID)
    return { header: header(), templateID }
  }
  const elements: ProfileElement[] = [
    mfElement(config, holes, heading('mf')),
    pukElement(holes, header()),
    globalPinElement(config, holes, header()),
    telecomElement(heading('telecom')),
    usimElement(config, holes, heading('usim')),
    localPinElement(holes, header()),
    optUsimElement(config, holes, heading('optUsim')),
    gsmAccessElement(heading('gsmAccess')),
    ...fiveGElements(config, { df5gs: () => heading('df5gs'), dfSaip: () => heading('dfSaip') }),
    akaElement(config, holes, header()),
    securityDomainElement(config, holes, header()),
    uiccRfmElement(header()),
    usimRfmElement(header()),
    { kind: 'end', value: { header: header() } },
  ]
  return [headerElement(config, holes, { major, minor, templates: used }), ...elements]
}

function headerElement(
  config: RegularConfig,
  holes: Holes,
  facts: { major: number; minor: number; templates: string[] },
): ElementOf<'header'> {
  return {
    kind: 'header',
    value: {
      'major-version': facts.major,
      'minor-version': facts.minor,
      profileType: config.profileName,
      iccid: holes.headerIccid,
      'eUICC-Mandatory-services': mandatoryServices(config),
      'eUICC-Mandatory-GFSTEList': facts.templates,
    },
  }
}

function mandatoryServices({ algorithm, kiBytes, fiveG }: RegularConfig): ServicesList {
  const byUsim = fiveG?.suciCalculation === 'USIM'
  return {
    usim: null,
    ...(algorithm === 'MILENAGE' ? { milenage: null } : {}),
    ...(algorithm === 'XOR' ? { 'usim-test-algorithm': null } : {}),
    ...(algorithm === 'TUAK' ? (kiBytes === 32 ? { tuak256: null } : { tuak128: null }) : {}),
    ...(byUsim ? { 'get-identity': null } : {}),
    ...(byUsim && fiveG.protectionScheme === 'A' ? { 'profile-a-x25519': null } : {}),
    ...(byUsim && fiveG.protectionScheme === 'B' ? { 'profile-b-p256': null } : {}),
  }
}

function mfElement({ languages = [] }: RegularConfig, holes: Holes, heading: Heading): ElementOf<'mf'> {
  const entry = encodeApplicationEntry({ aid: usimAid, label: 'USIM' })
  return {
    kind: 'mf',
    value: {
      ...heading,
      mf: directory(mfPins),
      ...(languages.length === 0 ? {} : { 'ef-pl': filled(encodeLanguages(languages, 1)) }),
      'ef-iccid': filled(holes.iccid),
      'ef-dir': records([entry], directoryRecordBytes),
      'ef-arr': sparseRecords(accessRules, accessRuleBytes),
    },
  }
}

function telecomElement(heading: Heading): ElementOf<'telecom'> {
  return { kind: 'telecom', value: { ...heading, 'df-telecom': directory(mfPins), 'ef-arr': link('2f06') } }
}

function pukElement(holes: Holes, header: PeHeader): ElementOf<'pukCodes'> {
  const tries = { 'maxNumOfAttemps-retryNumLeft': 0xaa }
  const pukCodes = [
    { keyReference: pukReference.puk1, pukValue: holes.puk1, ...tries },
    { keyReference: pukReference.puk2, pukValue: holes.puk2, ...tries },
  ]
  return { kind: 'pukCodes', value: { header, pukCodes } }
}

/** Bits of pinAttributes: 1 enabled, 2 may be changed, 4 may be disabled and enabled (8.5.1). */
const pinAttributes = { enabled: 7, disabled: 6, fixed: 3 } as const

function globalPinElement(config: RegularConfig, holes: Holes, header: PeHeader): ElementOf<'pinCodes'> {
  const pin1 = {
    keyReference: pinReference.pin1,
    pinValue: holes.pin1,
    unblockingPINReference: pukReference.puk1,
    pinAttributes: pinAttributes[config.pin1 ?? 'disabled'],
    'maxNumOfAttemps-retryNumLeft': 0x33,
  }
  const adm1 = {
    keyReference: pinReference.adm1,
    pinValue: holes.adm1,
    pinAttributes: pinAttributes.fixed,
    'maxNumOfAttemps-retryNumLeft': 0xaa,
  }
  return { kind: 'pinCodes', value: { header, pinCodes: { kind: 'pinconfig', value: [pin1, adm1] } } }
}

function localPinElement(holes: Holes, header: PeHeader): ElementOf<'pinCodes'> {
  const pin2 = {
    keyReference: pinReference.pin2,
    pinValue: holes.pin2,
    unblockingPINReference: pukReference.puk2,
    pinAttributes: pinAttributes.fixed,
    'maxNumOfAttemps-retryNumLeft': 0x33,
  }
  return { kind: 'pinCodes', value: { header, pinCodes: { kind: 'pinconfig', value: [pin2] } } }
}

/** RES of 64 bits; the values that the sample profile and TS.48 use for their algorithms. */
const algorithms = {
  MILENAGE: { id: algorithmIds.milenage, options: '01' },
  TUAK: { id: algorithmIds.tuak, options: '01' },
  XOR: { id: algorithmIds['usim-test-algorithm'], options: '02' },
} as const

function akaElement(config: RegularConfig, holes: Holes, header: PeHeader): ElementOf<'akaParameter'> {
  const { id, options } = algorithms[config.algorithm]
  return {
    kind: 'akaParameter',
    value: {
      header,
      algoConfiguration: {
        kind: 'algoParameter',
        value: {
          algorithmID: id,
          algorithmOptions: fromHex(options),
          key: holes.ki,
          opc: holes.opc,
          rotationConstants: defaultRotationConstants,
          xoringConstants: defaultXoringConstants,
          numberOfKeccak: 1,
        },
      },
      sqnOptions: fromHex('02'),
      sqnDelta: fromHex('000010000000'),
      sqnAgeLimit: fromHex('000010000000'),
    },
  }
}

/** Uses of a secure channel's keys by key identifier (GlobalPlatform Card Specification, 11.1.9). */
const keyUsage = { 1: 0x38, 2: 0x34, 3: 0xc8 } as const
const aesKey = 0x88

function keySet(version: number, keys: readonly [Uint8Array, Uint8Array, Uint8Array]): KeyObject[] {
  return keys.map((keyData, i) => ({
    keyUsageQualifier: Uint8Array.of(keyUsage[(i + 1) as 1 | 2 | 3]),
    keyAccess: Uint8Array.of(0),
    keyIdentifier: Uint8Array.of(i + 1),
    keyVersionNumber: Uint8Array.of(version),
    keyComponents: [{ keyType: Uint8Array.of(aesKey), keyData, macLength: 8 }],
  }))
}

/** The MNO-SD: SCP80, and SCP03 where asked for; TAR B20100, messages ciphered, with checksum and counter. */
function securityDomainElement(config: RegularConfig, holes: Holes, header: PeHeader): ElementOf<'securityDomain'> {
  const scp03 = config.scp03 === 'keys'
  const protocols = scp03 ? '8102800081020370' : '81028000'
  return {
    kind: 'securityDomain',
    value: {
      header,
      instance: {
        applicationLoadPackageAID: fromHex('a0000001515350'),
        classAID: fromHex('a000000151535041'),
        instanceAID: fromHex('a000000151000000'),
        applicationPrivileges: fromHex('82dc00'),
        lifeCycleState: fromHex('0f'),
        applicationSpecificParametersC9: fromHex(`${protocols}8201f08701f0`),
        applicationParameters: {
          uiccToolkitApplicationSpecificParametersField: fromHex(
            `010000000002 01${messageSecurity} 03b20100 00`.replaceAll(' ', ''),
          ),
        },
      },
      keyList: [
        ...keySet(0x01, [holes.kic, holes.kid, holes.kik]),
        ...(scp03 ? keySet(0x30, [holes.scp03Enc, holes.scp03Mac, holes.scp03Dek]) : []),
      ],
    },
  }
}

/** SPI1 of ETSI TS 102 225, 5.1.1: cryptographic checksum, ciphering, counter higher than the last. */
const messageSecurity = '16'

/** Remote management of the files outside applications, TAR B00000. */
function uiccRfmElement(header: PeHeader): ElementOf<'rfm'> {
  return {
    kind: 'rfm',
    value: {
      header,
      instanceAID: fromHex('a00000055910100001'),
      tarList: [fromHex('b00000')],
      minimumSecurityLevel: fromHex(messageSecurity),
      uiccAccessDomain: fromHex('00'),
      uiccAdminAccessDomain: fromHex('00'),
    },
  }
}

/** Remote management of the USIM's files, TAR B00020. */
function usimRfmElement(header: PeHeader): ElementOf<'rfm'> {
  return {
    kind: 'rfm',
    value: {
      header,
      instanceAID: fromHex('a00000055910100002'),
      tarList: [fromHex('b00020')],
      minimumSecurityLevel: fromHex(messageSecurity),
      uiccAccessDomain: fromHex('00'),
      uiccAdminAccessDomain: fromHex('00'),
      // rights of whoever knows ADM1 (ETSI TS 102 226, 8.2.1.3.2.3)
      adfRFMAccess: {
        adfAID: usimAid,
        adfAccessDomain: fromHex('02000100'),
        adfAdminAccessDomain: fromHex('02000100'),
      },
    },
  }
}
