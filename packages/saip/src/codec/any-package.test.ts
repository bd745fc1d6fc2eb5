import { equalBytes } from '@simwright/asn1'
import fc, { type Arbitrary } from 'fast-check'
import { expect, inject, test } from 'vitest'
import type { Fcp, File } from './file.ts'
import {
  csimFiles,
  df5gsFiles,
  optCsimFiles,
  optIotFiles,
  optIsimFiles,
  optUsimFiles,
  phonebookFiles,
  telecomFiles,
} from './file-name.ts'
import { defaultRotationConstants, defaultXoringConstants } from './naa-element.ts'
import { decodeProfile, type ElementKind, encodeProfile, type ProfileElement } from './profile-element.ts'
import type { ServicesList } from './profile-header.ts'

const octets = (min: number, max = min) => fc.uint8Array({ minLength: min, maxLength: max })
const maybe = <T>(value: Arbitrary<T>) => fc.option(value, { nil: undefined })
const uint8 = fc.nat(255)
const uint15 = fc.nat(32_767)
const uint16 = fc.nat(65_535)
const listOf = <T>(item: Arbitrary<T>, min = 0) => fc.array(item, { minLength: min, maxLength: min + 3 })
const aid = octets(5, 16)
const oid = fc.tuple(fc.nat(39), fc.nat(1000), fc.nat(2 ** 31)).map(([a, b, c]) => `1.${a}.${b}.${c}`)

const header = fc.record({ mandated: fc.constantFrom(null, undefined), identification: uint15 })

const fcp: Arbitrary<Fcp> = fc.record({
  fileDescriptor: maybe(octets(2, 4)),
  fileID: maybe(octets(2)),
  dfName: maybe(aid),
  lcsi: octets(1),
  securityAttributesReferenced: maybe(octets(1, 3)),
  efFileSize: maybe(octets(0, 4)),
  pinStatusTemplateDO: maybe(octets(0, 6)),
  shortEFID: maybe(octets(0, 1)),
  proprietaryEFInfo: maybe(
    fc.record({
      specialFileInformation: octets(1),
      fillPattern: maybe(octets(1, 200)),
      repeatPattern: maybe(octets(1, 200)),
      maximumFileSize: maybe(octets(0, 4)),
      fileDetails: octets(1),
    }),
  ),
  linkPath: maybe(octets(0, 8)),
})

const file: Arbitrary<File> = listOf(
  fc.oneof(
    fc.record({ kind: fc.constant('doNotCreate' as const), value: fc.constant(null) }),
    fc.record({ kind: fc.constant('fileDescriptor' as const), value: fcp }),
    fc.record({ kind: fc.constant('fillFileOffset' as const), value: uint16 }),
    fc.record({ kind: fc.constant('fillFileContent' as const), value: octets(0, 300) }),
  ),
)

const instance = fc.record({
  applicationLoadPackageAID: aid,
  classAID: aid,
  instanceAID: aid,
  extraditeSecurityDomainAID: maybe(aid),
  applicationPrivileges: octets(1, 3),
  lifeCycleState: octets(1),
  applicationSpecificParametersC9: octets(0, 40),
  systemSpecificParameters: maybe(
    fc.record({ volatileMemoryQuotaC7: maybe(octets(2, 4)), globalServiceParameters: maybe(octets(0, 4)) }),
  ),
  applicationParameters: maybe(fc.record({ uiccToolkitApplicationSpecificParametersField: maybe(octets(0, 20)) })),
  processData: maybe(listOf(octets(0, 300), 1)),
  controlReferenceTemplate: maybe(fc.record({ applicationProviderIdentifier: octets(0, 16) })),
})

const key = fc.record({
  keyUsageQualifier: octets(1, 2),
  keyAccess: octets(1),
  keyIdentifier: octets(1),
  keyVersionNumber: octets(1),
  keyCounterValue: maybe(octets(1, 5)),
  keyComponents: listOf(fc.record({ keyType: octets(1), keyData: octets(1, 32), macLength: uint8 }), 1),
})

const services: Arbitrary<ServicesList> = fc.record({
  usim: fc.constantFrom(null, undefined),
  tuak128: fc.constantFrom(null, undefined),
  'ber-tlv': fc.constantFrom(null, undefined),
  eaka: fc.constantFrom(null, undefined),
})

/** The components of each template element: those that it must have, and others of which some are chosen. */
const components: Partial<Record<ElementKind, readonly [required: readonly string[], optional: readonly string[]]>> = {
  mf: [
    ['mf', 'ef-iccid', 'ef-dir', 'ef-arr'],
    ['ef-pl', 'ef-umpc'],
  ],
  cd: [['df-cd'], ['ef-launchpad', 'ef-icon']],
  telecom: [['df-telecom'], telecomFiles],
  usim: [
    ['adf-usim', 'ef-imsi', 'ef-arr', 'ef-ust', 'ef-spn', 'ef-est', 'ef-acc', 'ef-ecc'],
    ['ef-keys', 'ef-loci', 'ef-epsnsc'],
  ],
  'opt-usim': [[], optUsimFiles],
  isim: [['adf-isim', 'ef-impi', 'ef-impu', 'ef-domain', 'ef-ist', 'ef-arr'], ['ef-ad']],
  'opt-isim': [[], optIsimFiles],
  phonebook: [['df-phonebook'], phonebookFiles],
  'gsm-access': [['df-gsm-access'], ['ef-kc', 'ef-invscan']],
  csim: [['adf-csim', ...csimFiles], []],
  'opt-csim': [[], optCsimFiles],
  eap: [
    ['df-eap', 'ef-eapstatus'],
    ['ef-eapkeys', 'ef-realm'],
  ],
  'df-5gs': [['df-df-5gs'], df5gsFiles],
  'df-saip': [['df-df-saip'], ['ef-suci-calc-info-usim']],
  'df-snpn': [['df-df-snpn'], ['ef-pws-snpn']],
  'df-5gprose': [['df-df-5g-prose'], ['ef-5g-prose-st', 'ef-5g-prose-uir']],
  iot: [
    ['ef-imsi', 'ef-acc'],
    ['mf', 'adf-usim', 'ef-netpar'],
  ],
  'opt-iot': [[], optIotFiles],
}

const templateElements = Object.entries(components).map(([kind, [required, optional]]) =>
  fc
    .record({
      header,
      templateID: oid,
      names: fc.subarray([...optional], { maxLength: Math.min(6, optional.length) }),
      files: fc.array(file, { minLength: 4, maxLength: 4 }),
    })
    .map(({ header: own, templateID, names, files }) => ({
      kind,
      value: {
        header: own,
        templateID,
        ...Object.fromEntries([...required, ...names].map((name, index) => [name, files[index % files.length]])),
      },
    })),
)

const otherElements: Record<string, Arbitrary<unknown>> = {
  header: fc.record({
    'major-version': uint8,
    'minor-version': uint8,
    profileType: maybe(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 25 }).filter((text) => !text.includes('\0')),
    ),
    iccid: octets(10),
    pol: maybe(octets(0, 5)),
    'eUICC-Mandatory-services': services,
    'eUICC-Mandatory-GFSTEList': listOf(oid),
    connectivityParameters: maybe(octets(0, 50)),
    'eUICC-Mandatory-AIDs': maybe(listOf(fc.record({ aid, version: octets(2) }))),
    iotOptions: maybe(fc.record({ pix: octets(7, 11) })),
  }),
  genericFileManagement: fc.record({
    header,
    fileManagementCMD: listOf(
      listOf(
        fc.oneof(
          fc.record({ kind: fc.constant('filePath'), value: octets(0, 8) }),
          fc.record({ kind: fc.constant('createFCP'), value: fcp }),
          fc.record({ kind: fc.constant('fillFileOffset'), value: uint16 }),
          fc.record({ kind: fc.constant('fillFileContent'), value: octets(0, 300) }),
        ),
        1,
      ),
      1,
    ),
  }),
  pinCodes: fc.record({
    header,
    pinCodes: fc.oneof(
      fc.record({ kind: fc.constant('filePath'), value: octets(0, 8) }),
      fc.record({
        kind: fc.constant('pinconfig'),
        value: listOf(
          fc.record({
            keyReference: fc.integer({ min: 1, max: 255 }),
            pinValue: octets(8),
            unblockingPINReference: maybe(fc.integer({ min: 1, max: 255 })),
            pinAttributes: uint8,
            'maxNumOfAttemps-retryNumLeft': uint8,
          }),
          1,
        ),
      }),
    ),
  }),
  pukCodes: fc.record({
    header,
    pukCodes: listOf(
      fc.record({
        keyReference: fc.integer({ min: 1, max: 255 }),
        pukValue: octets(8),
        'maxNumOfAttemps-retryNumLeft': uint8,
      }),
      1,
    ),
  }),
  akaParameter: fc.record({
    header,
    algoConfiguration: fc.oneof(
      fc.record({
        kind: fc.constant('mappingParameter'),
        value: fc.record({ mappingOptions: octets(1), mappingSource: aid }),
      }),
      fc.record({
        kind: fc.constant('algoParameter'),
        value: fc.record({
          algorithmID: fc.integer({ min: -300, max: 300 }),
          algorithmOptions: octets(1),
          key: octets(0, 32),
          opc: octets(0, 32),
          rotationConstants: fc.oneof(octets(5), fc.constant(defaultRotationConstants)),
          xoringConstants: fc.oneof(octets(80), fc.constant(defaultXoringConstants)),
          authCounterMax: maybe(octets(3)),
          numberOfKeccak: uint8,
        }),
      }),
    ),
    sqnOptions: octets(1),
    sqnDelta: octets(6),
    sqnAgeLimit: octets(6),
    sqnInit: maybe(fc.array(octets(6), { minLength: 32, maxLength: 32 })),
  }),
  cdmaParameter: fc.record({ header, authenticationKey: octets(8), ssd: maybe(octets(16)) }),
  securityDomain: fc.record({
    header,
    instance,
    keyList: maybe(listOf(key, 1)),
    sdPersoData: maybe(listOf(octets(0, 300), 1)),
    openPersoData: maybe(fc.record({ restrictParameter: maybe(octets(1)) })),
    catTpParameters: maybe(fc.record({ catTpMaxSduSize: uint16, catTpMaxPduSize: uint16 })),
  }),
  rfm: fc.record({
    header,
    instanceAID: aid,
    securityDomainAID: maybe(aid),
    tarList: maybe(listOf(octets(3), 1)),
    minimumSecurityLevel: octets(1),
    uiccAccessDomain: octets(0, 4),
    uiccAdminAccessDomain: octets(0, 4),
    adfRFMAccess: maybe(fc.record({ adfAID: aid, adfAccessDomain: octets(1, 4), adfAdminAccessDomain: octets(1, 4) })),
  }),
  application: fc.record({
    header,
    loadBlock: maybe(fc.record({ loadPackageAID: aid, hashValue: maybe(octets(20)), loadBlockObject: octets(0, 500) })),
    instanceList: maybe(listOf(instance, 1)),
  }),
  nonStandard: fc.record({ header, issuerID: oid, content: octets(0, 300) }),
  end: fc.record({ header }),
}

const element = fc.oneof(
  ...templateElements,
  ...Object.entries(otherElements).map(([kind, value]) => fc.record({ kind: fc.constant(kind), value })),
) as Arbitrary<ProfileElement>

test('any package of valid elements is decoded to the same values and encoded to the same bytes', () => {
  const kinds = new Set<string>()
  fc.assert(
    fc.property(fc.array(element, { maxLength: 8 }), (elements) => {
      for (const { kind } of elements) kinds.add(kind)
      const upp = encodeProfile(elements)
      const decoded = decodeProfile(upp)
      expect(decoded.map(({ kind, value }) => ({ kind, value }))).toEqual(elements)
      expect(equalBytes(encodeProfile(decoded), upp)).toBe(true)
    }),
    // enough for each kind of element to occur
    { numRuns: inject('propertyCases') * 4 },
  )
  // all kinds but the reserved ones, which have no content
  expect(kinds.size).toBe(29)
})
