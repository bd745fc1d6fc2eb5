import { pinReference, pukReference } from '../codec/naa-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf, ProfileElement } from '../codec/profile-element.ts'
import type { ServicesList } from '../codec/profile-header.ts'
import { encodeApplicationEntry, encodeLanguages } from '../ef/directory.ts'
import { accessRules } from '../template/access-rule.ts'
import { akaElement, akaService } from './aka-element.ts'
import { appletElements } from './applet-element.ts'
import { directory, filled, link, records, sparseRecords } from './file-step.ts'
import { fiveGElements } from './five-g-element.ts'
import { isimAid, isimElements } from './isim-element.ts'
import type { ProfileConfig } from './profile-config.ts'
import type { ProfileValues } from './profile-value.ts'
import { isimRfmElement, securityDomainElement, uiccRfmElement, usimRfmElement } from './security-element.ts'
import { gsmAccessElement, type Heading, optUsimElement, usimAid, usimElement } from './usim-element.ts'

/** The PIN references in the PIN status of the MF. */
const mfPins = [pinReference.pin1, pinReference.adm1]
/** Record size of EF.DIR in bytes: enough for an application template with a label of 16 letters. */
const directoryRecordBytes = 38
const accessRuleBytes = Math.max(...accessRules.map((rule) => rule.length))

/**
 * Template versions by major version. An eUICC of version 3 need not support the first ones (annex A, 9.4.1, 9.5.2.1).
 */
const templateVersions = {
  2: {
    mf: '1',
    telecom: '3',
    usim: '4',
    optUsim: '5',
    gsmAccess: '7',
    df5gs: '13',
    dfSaip: '14',
    isim: '8',
    optIsim: '9',
  },
  3: {
    mf: '1',
    telecom: '3.2',
    usim: '4.2',
    optUsim: '5.2',
    gsmAccess: '7',
    df5gs: '13.2',
    dfSaip: '14',
    isim: '8',
    optIsim: '9.2',
  },
} as const
/** A template that the builder uses. */
type TemplateName = keyof (typeof templateVersions)[2]

/**
 * The elements of a profile in the order that TCA eUICC Profile Package, 8.1.3 requires: PUKs right after the MF, then the
 * PINs of the MF, each application with its own PIN after it and its keys, the MNO-SD before everything that belongs to it,
 * the end element.
 */
export function profileElements(config: ProfileConfig, values: ProfileValues): ProfileElement[] {
  const { major, minor } = neededVersion(config)
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
    mfElement(config, values, heading('mf')),
    pukElement(values, header()),
    globalPinElement(config, values, header()),
    telecomElement(heading('telecom')),
    usimElement(config, values, heading('usim')),
    localPinElement(values, header()),
    optUsimElement(config, values, heading('optUsim')),
    gsmAccessElement(heading('gsmAccess')),
    ...fiveGElements(config, { df5gs: () => heading('df5gs'), dfSaip: () => heading('dfSaip') }),
    akaElement(config, values, header()),
    ...isimElements(config, values, { isim: () => heading('isim'), optIsim: () => heading('optIsim'), header }),
    securityDomainElement(config, values, header()),
    uiccRfmElement(config, header()),
    usimRfmElement(config, header()),
    ...(config.ims?.isRemotelyManaged ? [isimRfmElement(config, header())] : []),
    ...appletElements(config.applets, values, header),
    { kind: 'end', value: { header: header() } },
  ]
  return [headerElement(config, values, { major, minor, templates: used }), ...elements]
}

/** The profile header (8.2.1): format version, profile type, ICCID, and everything that the eUICC must support. */
function headerElement(
  config: ProfileConfig,
  values: ProfileValues,
  facts: { major: number; minor: number; templates: string[] },
): ElementOf<'header'> {
  return {
    kind: 'header',
    value: {
      'major-version': facts.major,
      'minor-version': facts.minor,
      profileType: config.profileName,
      iccid: values.headerIccid,
      'eUICC-Mandatory-services': mandatoryServices(config),
      'eUICC-Mandatory-GFSTEList': facts.templates,
    },
  }
}

/** The services that the profile cannot work without. An eUICC that lacks one aborts the installation at once. */
export function mandatoryServices(config: ProfileConfig): ServicesList {
  const { fiveG, ims, applets } = config
  const byUsim = fiveG?.suciCalculation === 'USIM'
  return {
    usim: null,
    ...(ims === undefined ? {} : { isim: null }),
    ...akaService(config),
    ...(Object.values(applets ?? {}).some((applet) => applet !== undefined) ? { javacard: null } : {}),
    ...(byUsim ? { 'get-identity': null } : {}),
    ...(byUsim && fiveG.protectionScheme === 'A' ? { 'profile-a-x25519': null } : {}),
    ...(byUsim && fiveG.protectionScheme === 'B' ? { 'profile-b-p256': null } : {}),
  }
}

/**
 * The MF with EF.ICCID, EF.DIR with the applications, and the access rules that the templates refer to.
 * EF.PL exists only if languages are configured.
 */
function mfElement({ languages = [], ims }: ProfileConfig, values: ProfileValues, heading: Heading): ElementOf<'mf'> {
  const entries = [encodeApplicationEntry({ aid: usimAid, label: 'USIM' })]
  if (ims !== undefined) entries.push(encodeApplicationEntry({ aid: isimAid, label: 'ISIM' }))
  return {
    kind: 'mf',
    value: {
      ...heading,
      mf: directory(mfPins),
      ...(languages.length === 0 ? {} : { 'ef-pl': filled(encodeLanguages(languages, 1)) }),
      'ef-iccid': filled(values.iccid),
      'ef-dir': records(entries, directoryRecordBytes),
      'ef-arr': sparseRecords(accessRules, accessRuleBytes),
    },
  }
}

/** DF.TELECOM without own files. Its EF.ARR is a link to that of the MF. */
function telecomElement(heading: Heading): ElementOf<'telecom'> {
  return { kind: 'telecom', value: { ...heading, 'df-telecom': directory(mfPins), 'ef-arr': link('2f06') } }
}

/** PUK1 and PUK2 with ten attempts each (8.5.2). The high nibble is the maximum, the low nibble the attempts left. */
function pukElement(values: ProfileValues, header: PeHeader): ElementOf<'pukCodes'> {
  const tries = { 'maxNumOfAttemps-retryNumLeft': 0xaa }
  const pukCodes = [
    { keyReference: pukReference.puk1, pukValue: values.puk1, ...tries },
    { keyReference: pukReference.puk2, pukValue: values.puk2, ...tries },
  ]
  return { kind: 'pukCodes', value: { header, pukCodes } }
}

/** Bits of pinAttributes (8.5.1): 1 enabled, 2 may be changed, 4 may be disabled and enabled. */
const pinAttributes = { enabled: 7, disabled: 6, fixed: 3 } as const

/** PIN1 with three attempts and ADM1 with ten, as PINs of the MF (8.5.1). ADM1 cannot be disabled. */
function globalPinElement(config: ProfileConfig, values: ProfileValues, header: PeHeader): ElementOf<'pinCodes'> {
  const pin1 = {
    keyReference: pinReference.pin1,
    pinValue: values.pin1,
    unblockingPINReference: pukReference.puk1,
    pinAttributes: pinAttributes[config.pin1 ?? 'disabled'],
    'maxNumOfAttemps-retryNumLeft': 0x33,
  }
  const adm1 = {
    keyReference: pinReference.adm1,
    pinValue: values.adm1,
    pinAttributes: pinAttributes.fixed,
    'maxNumOfAttemps-retryNumLeft': 0xaa,
  }
  return { kind: 'pinCodes', value: { header, pinCodes: { kind: 'pinconfig', value: [pin1, adm1] } } }
}

/** PIN2 with three attempts, as a PIN of the USIM (8.5.1). It cannot be disabled. */
function localPinElement(values: ProfileValues, header: PeHeader): ElementOf<'pinCodes'> {
  const pin2 = {
    keyReference: pinReference.pin2,
    pinValue: values.pin2,
    unblockingPINReference: pukReference.puk2,
    pinAttributes: pinAttributes.fixed,
    'maxNumOfAttemps-retryNumLeft': 0x33,
  }
  return { kind: 'pinCodes', value: { header, pinCodes: { kind: 'pinconfig', value: [pin2] } } }
}

/** Version of the profile package format in the header of a package. */
export type FormatVersion = { readonly major: 2 | 3; readonly minor: number }

/**
 * The lowest version of the format that the contents of a package need, because an eUICC refuses a package of a later
 * version than its own. The configured version decides between the templates of version 2 and of version 3; of version 2,
 * the files of 5G came with 2.3 (TCA eUICC Profile Package, 8.1.3, annex A).
 */
export function neededVersion({
  saipVersion = '2.3',
  fiveG,
}: Pick<ProfileConfig, 'saipVersion' | 'fiveG'>): FormatVersion {
  if (saipVersion.startsWith('3.')) return { major: 3, minor: 1 }
  return { major: 2, minor: fiveG === undefined ? 1 : 3 }
}
