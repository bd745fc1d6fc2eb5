import { fromHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { buildProfile } from '../build/build-profile.ts'
import { described, directory, filled, link, records } from '../build/file-step.ts'
import type { ProfileKeys } from '../build/profile-keys.ts'
import { decodeProfile, type ElementOf, encodeProfile, type ProfileElement } from '../codec/profile-element.ts'
import { encodeSuciCalculation } from '../ef/five-gs.ts'
import { encodeServices } from '../ef/service-table.ts'
import { fullConfig, knownKeys, plainConfig } from '../testing/known-profile.ts'
import { richElements } from '../testing/rich-profile.ts'
import { checkProfile } from './check-profile.ts'
import { packageRules } from './rule-table.ts'

type Elements = ProfileElement[]
type Kind = ProfileElement['kind']

const indexOf = (elements: Elements, kind: Kind) => elements.findIndex((element) => element.kind === kind)
const all = <K extends Kind>(elements: Elements, kind: K) =>
  elements.filter((element): element is ElementOf<K> => element.kind === kind)
const one = <K extends Kind>(elements: Elements, kind: K) => all(elements, kind)[0]!
const header = (identification: number) => ({ mandated: null, identification })
const optional = (identification: number) => ({ identification })

function move(elements: Elements, kind: Kind, before: Kind): void {
  const [moved] = elements.splice(indexOf(elements, kind), 1)
  elements.splice(indexOf(elements, before), 0, moved!)
}

function pins(elements: Elements, index = 0) {
  const { pinCodes } = all(elements, 'pinCodes')[index]!.value
  if (pinCodes.kind !== 'pinconfig') throw new TypeError('the element has no PINs')
  return pinCodes.value
}

function algorithm(elements: Elements) {
  const { algoConfiguration } = one(elements, 'akaParameter').value
  if (algoConfiguration.kind !== 'algoParameter') throw new TypeError('the element has no algorithm')
  return algoConfiguration.value
}

/** EF.UST of the USIM with these services instead of its own. */
function setServices(elements: Elements, change: (services: Set<number>) => void): void {
  const ust = one(elements, 'usim').value['ef-ust']
  const step = ust.find(({ kind }) => kind === 'fillFileContent')
  if (step?.kind !== 'fillFileContent') throw new TypeError('EF.UST has no content')
  const services = new Set<number>()
  step.value.forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++) if ((byte & (1 << bit)) !== 0) services.add(8 * at + bit + 1)
  })
  change(services)
  step.value = encodeServices(services, step.value.length)
}

const application = (elements: Elements) => one(elements, 'application').value.instanceList![0]!
const content = (hex: string) => filled(fromHex(hex))
const domain = (elements: Elements) => one(elements, 'securityDomain').value

/** One or more packages for each rule. Each is a sound package with one fault. */
const broken: readonly [rule: string, what: string, damage: (elements: Elements) => unknown][] = [
  ['header-first', 'no header', (e) => e.shift()],
  ['end-last', 'no end', (e) => e.pop()],
  ['element-once', 'PUKs twice', (e) => e.splice(3, 0, { ...structuredClone(e[2]!) })],
  ['element-order', 'optional files before their application', (e) => move(e, 'opt-usim', 'usim')],
  ['element-order', 'a USIM before the MF', (e) => move(e, 'usim', 'mf')],
  ['element-order', 'remote file management before its security domain', (e) => move(e, 'rfm', 'securityDomain')],
  ['element-order', 'PINs before the MF', (e) => move(e, 'pinCodes', 'mf')],
  ['identification-unique', 'an identification twice', (e) => (one(e, 'usim').value.header.identification = 1)],
  ['mf-present', 'no MF', (e) => e.splice(indexOf(e, 'mf'), 1)],
  [
    'application-present',
    'no application',
    (e) => {
      const kept = e.filter(({ kind }) => ['header', 'mf', 'pukCodes', 'telecom', 'end'].includes(kind))
      e.splice(0, e.length, ...kept)
    },
  ],
  [
    'puk-position',
    'PUKs after another element',
    (e) =>
      e.splice(indexOf(e, 'pukCodes'), 0, {
        kind: 'nonStandard',
        value: { header: header(60), issuerID: '1.3.6.1.4.1.99999', content: new Uint8Array(1) },
      }),
  ],
  ['element-known', 'an unknown mandatory element', (e) => e.splice(-1, 0, unknownElement('8000810160'))],
  ['element-skipped', 'an unknown element', (e) => e.splice(-1, 0, unknownElement('810160'))],
  [
    'element-skipped',
    'CDMA parameters without a mandate',
    (e) =>
      e.splice(-1, 0, { kind: 'cdmaParameter', value: { header: optional(70), authenticationKey: new Uint8Array(8) } }),
  ],
  ['version-known', 'version 9.0', (e) => (one(e, 'header').value['major-version'] = 9)],
  ['version-element', '5G files in version 2.1', (e) => (one(e, 'header').value['minor-version'] = 1)],
  ['iccid-digits', 'an ICCID with a letter', (e) => (one(e, 'header').value.iccid = fromHex('89460100000000000a17'))],
  ['iccid-file', 'another ICCID in the file', (e) => (one(e, 'header').value.iccid = fromHex('89460100000000000025'))],
  ['iccid-present', 'no EF.ICCID', (e) => (one(e, 'mf').value['ef-iccid'] = [{ kind: 'doNotCreate', value: null }])],
  [
    'service-without-application',
    'a demanded CSIM that is not there',
    (e) => (one(e, 'header').value['eUICC-Mandatory-services'].csim = null),
  ],
  [
    'service-unused',
    'a demanded algorithm that nothing uses',
    (e) => (one(e, 'header').value['eUICC-Mandatory-services'].tuak128 = null),
  ],
  [
    'element-without-service',
    'a USIM that the header does not name',
    (e) => delete one(e, 'header').value['eUICC-Mandatory-services'].usim,
  ],
  [
    'element-without-service',
    'code that the header does not name',
    (e) => delete one(e, 'header').value['eUICC-Mandatory-services'].javacard,
  ],
  ['template-known', 'an unknown template', (e) => (one(e, 'gsm-access').value.templateID = '2.23.143.1.2.7.99')],
  [
    'template-skipped',
    'an unknown template without a mandate',
    (e) => Object.assign(one(e, 'gsm-access').value, { templateID: '2.23.143.1.2.7.99', header: optional(80) }),
  ],
  [
    'template-kind',
    'the template of another element',
    (e) => (one(e, 'gsm-access').value.templateID = '2.23.143.1.2.14'),
  ],
  ['template-file', 'a file of a later template', (e) => (one(e, 'opt-usim').value['ef-epdgid'] = content('00'))],
  ['template-version', 'templates of version 2 in version 3', (e) => (one(e, 'header').value['major-version'] = 3)],
  [
    'template-version',
    'a later template in version 2',
    (e) => (one(e, 'telecom').value.templateID = '2.23.143.1.2.3.2'),
  ],
  [
    'template-listed',
    'a template that is not listed',
    (e) => one(e, 'header').value['eUICC-Mandatory-GFSTEList'].pop(),
  ],
  [
    'template-unused',
    'a listed template without an element',
    (e) => one(e, 'header').value['eUICC-Mandatory-GFSTEList'].push('2.23.143.1.2.6'),
  ],
  ['template-content', 'EF.IMSI without content', (e) => (one(e, 'usim').value['ef-imsi'] = [])],
  [
    'file-identifier',
    'an ADF without identifier',
    (e) => (one(e, 'isim').value['adf-isim'] = directory([1], { dfName: fromHex('a0000000871004ffffffff8900000100') })),
  ],
  [
    'file-unique',
    'a file twice',
    (e) => {
      const [fcp] = described({ fileDescriptor: fromHex('4121'), fileID: fromHex('6f07'), efFileSize: fromHex('01') })
      if (fcp?.kind !== 'fileDescriptor') return
      one(e, 'genericFileManagement').value.fileManagementCMD.push([
        { kind: 'filePath', value: fromHex('7ff0') },
        { kind: 'createFCP', value: fcp.value },
      ])
    },
  ],
  [
    'file-directory',
    'a directory that does not exist',
    (e) =>
      (one(e, 'genericFileManagement').value.fileManagementCMD[0]![0] = { kind: 'filePath', value: fromHex('7fff') }),
  ],
  [
    'file-descriptor',
    'an unknown file descriptor',
    (e) => (one(e, 'opt-usim').value['ef-gid1'] = described({ fileDescriptor: fromHex('4721') })),
  ],
  ['file-size-given', 'a file without size', (e) => (one(e, 'isim').value['ef-impi'] = content('8000'))],
  ['file-records', 'half a record', (e) => (one(e, 'usim').value['ef-ecc'] = described({ efFileSize: fromHex('06') }))],
  [
    'file-record-count',
    '255 records',
    (e) => (one(e, 'usim').value['ef-ecc'] = [...described({ efFileSize: fromHex('03fc') }), ...content('11f2ff00')]),
  ],
  [
    'file-overflow',
    'more content than the file has',
    (e) => (one(e, 'usim').value['ef-imsi'] = filled(new Uint8Array(12))),
  ],
  [
    'file-reach',
    'a list beyond READ BINARY',
    (e) =>
      (one(e, 'opt-usim').value['ef-oplmnwact'] = [...described({ efFileSize: fromHex('8101') }), ...content('ff')]),
  ],
  [
    'file-memory',
    'a file of 16 MiB',
    (e) =>
      (one(e, 'opt-usim').value['ef-gid2'] = [...described({ efFileSize: fromHex('01000000') }), ...content('ff')]),
  ],
  [
    'file-pattern',
    'two patterns',
    (e) =>
      (one(e, 'opt-usim').value['ef-li'] = described({
        proprietaryEFInfo: {
          specialFileInformation: fromHex('00'),
          fileDetails: fromHex('01'),
          fillPattern: fromHex('ff'),
          repeatPattern: fromHex('ff'),
        },
      })),
  ],
  [
    'file-not-created',
    'content of a file that is not created',
    (e) => one(e, 'opt-usim').value['ef-gid1']!.push({ kind: 'doNotCreate', value: null }),
  ],
  [
    'file-short-identifier',
    'a short identifier twice',
    (e) => (one(e, 'usim').value['ef-acc'] = [...described({ shortEFID: fromHex('38') }), ...content('0020')]),
  ],
  ['link-target', 'a link to nothing', (e) => (one(e, 'telecom').value['ef-arr'] = link('2f99'))],
  ['link-filled', 'content of a link', (e) => one(e, 'telecom').value['ef-arr']!.push(...content('00'))],
  [
    'application-identifier',
    'an ADF without AID',
    (e) => (one(e, 'isim').value['adf-isim'] = directory([1], { fileID: fromHex('7ff1') })),
  ],
  [
    'dir-entry',
    'an unreadable entry of EF.DIR',
    (e) => (one(e, 'mf').value['ef-dir'] = records([fromHex('6103500141')], 38)),
  ],
  [
    'dir-application',
    'an entry of EF.DIR without application',
    (e) => (one(e, 'mf').value['ef-dir'] = records([fromHex('61074f05a000000099')], 38)),
  ],
  [
    'application-in-dir',
    'an application that is not in EF.DIR',
    (e) => (one(e, 'mf').value['ef-dir'] = records([fromHex('ff')], 38)),
  ],
  ['access-rule-file', 'an EF.ARR that does not exist', (e) => setAccessRule(e, '6f9901')],
  ['access-rule-record', 'a record of EF.ARR that does not exist', (e) => setAccessRule(e, '0f')],
  [
    'access-rule-form',
    'an access mode without condition',
    (e) => (one(e, 'mf').value['ef-arr'] = records([fromHex('800101'), fromHex('8001019000')], 20)),
  ],
  ['access-rule-pin', 'an access rule with an undefined PIN', (e) => pins(e).pop()],
  ['pin-reference', 'a local PIN in the MF', (e) => (pins(e)[0]!.keyReference = 129)],
  ['pin-reference', 'a global PIN in the USIM', (e) => (pins(e, 1)[0]!.keyReference = 2)],
  ['pin-unique', 'PIN1 twice', (e) => pins(e).push(structuredClone(pins(e)[0]!))],
  ['pin-puk', 'a PUK that does not exist', (e) => (pins(e)[0]!.unblockingPINReference = 5)],
  ['pin-digits', 'a PIN of 3 digits', (e) => (pins(e)[0]!.pinValue = fromHex('313233ffffffffff'))],
  ['pin-digits', 'a PIN with a letter', (e) => (pins(e)[0]!.pinValue = fromHex('31323341ffffffff'))],
  ['pin-attempts', 'more attempts left than permitted', (e) => (pins(e)[0]!['maxNumOfAttemps-retryNumLeft'] = 0x34)],
  ['pin-present', 'no PIN1', (e) => pins(e).shift()],
  [
    'pin-link',
    'PINs shared with a directory without PINs',
    (e) => (all(e, 'pinCodes')[2]!.value.pinCodes = { kind: 'filePath', value: fromHex('7f10') }),
  ],
  ['pin-status', 'a PIN that is not defined', (e) => (one(e, 'telecom').value['df-telecom'] = directory([1, 2]))],
  ['pin-status-present', 'a directory without PIN status', (e) => (one(e, 'telecom').value['df-telecom'] = [])],
  ['puk-unique', 'a PUK twice', (e) => one(e, 'pukCodes').value.pukCodes.push(one(e, 'pukCodes').value.pukCodes[0]!)],
  [
    'puk-digits',
    'a PUK of 7 digits',
    (e) => (one(e, 'pukCodes').value.pukCodes[0]!.pukValue = fromHex('31323334353637ff')),
  ],
  [
    'puk-attempts',
    'a PUK without attempts',
    (e) => (one(e, 'pukCodes').value.pukCodes[0]!['maxNumOfAttemps-retryNumLeft'] = 0),
  ],
  ['aka-algorithm', 'an unknown algorithm', (e) => (algorithm(e).algorithmID = 9)],
  ['aka-key-size', 'a key of 32 bytes with MILENAGE', (e) => (algorithm(e).key = new Uint8Array(32))],
  ['aka-opc-size', 'an OPc of 15 bytes', (e) => (algorithm(e).opc = algorithm(e).opc.subarray(1))],
  ['aka-rotation', 'a rotation of 200 bits', (e) => (algorithm(e).rotationConstants = fromHex('40002040c8'))],
  [
    'aka-constants',
    'two equal pairs of constants',
    (e) => Object.assign(algorithm(e), { rotationConstants: new Uint8Array(5), xoringConstants: new Uint8Array(80) }),
  ],
  ['aka-keccak', 'TUAK without Keccak', (e) => Object.assign(algorithm(e), { algorithmID: 2, numberOfKeccak: 0 })],
  ['aka-sqn', 'a sequence number of 48 bits', (e) => (one(e, 'akaParameter').value.sqnDelta = fromHex('ffffffffffff'))],
  ['aka-sqn-delta', 'a largest step of 0', (e) => (one(e, 'akaParameter').value.sqnDelta = new Uint8Array(6))],
  [
    'aka-mapping',
    'keys of an application that does not exist',
    (e) =>
      (all(e, 'akaParameter')[1]!.value.algoConfiguration = {
        kind: 'mappingParameter',
        value: { mappingOptions: fromHex('06'), mappingSource: fromHex('a000000099') },
      }),
  ],
  [
    'aka-once',
    'keys of the USIM twice',
    (e) => {
      const again = structuredClone(all(e, 'akaParameter')[0]!)
      again.value.header.identification = 90
      e.splice(indexOf(e, 'akaParameter'), 0, again)
    },
  ],
  ['aka-present', 'a USIM without keys', (e) => e.splice(indexOf(e, 'akaParameter'), 1)],
  ['aka-key-weak', 'a key of zeros', (e) => (algorithm(e).key = new Uint8Array(16))],
  ['sd-present', 'no security domain', (e) => e.splice(indexOf(e, 'securityDomain'), 1)],
  [
    'sd-privilege',
    'a security domain without its privilege',
    (e) => (domain(e).instance.applicationPrivileges = fromHex('00')),
  ],
  ['sd-key-unique', 'a key twice', (e) => domain(e).keyList!.push(structuredClone(domain(e).keyList![0]!))],
  ['sd-key-size', 'an AES key of 15 bytes', (e) => (firstKey(e).keyData = firstKey(e).keyData.subarray(1))],
  [
    'sd-channel-keys',
    'SCP81 without keys',
    (e) => (domain(e).instance.applicationSpecificParametersC9 = fromHex('8102800081028107')),
  ],
  ['sd-key-weak', 'a key that counts', (e) => (firstKey(e).keyData = Uint8Array.from({ length: 16 }, (_, i) => i))],
  [
    'sd-exists',
    'a security domain that does not exist',
    (e) => (one(e, 'rfm').value.securityDomainAID = fromHex('a000000077')),
  ],
  [
    'sd-exists',
    'an applet in an unknown domain',
    (e) => (application(e).extraditeSecurityDomainAID = fromHex('a000000077')),
  ],
  ['aid-unique', 'an AID twice', (e) => (application(e).instanceAID = domain(e).instance.instanceAID)],
  [
    'application-content',
    'an empty application',
    (e) => e.splice(-1, 0, { kind: 'application', value: { header: header(95) } }),
  ],
  [
    'load-block-hash',
    'another hash than that of the code',
    (e) => (one(e, 'application').value.loadBlock!.hashValue = new Uint8Array(32)),
  ],
  [
    'load-block-form',
    'code that is not a CAP file',
    (e) => {
      const load = one(e, 'application').value.loadBlock!
      delete load.hashValue
      load.loadBlockObject = fromHex('504b0304')
    },
  ],
  ['rfm-tar', 'no TAR', (e) => delete one(e, 'rfm').value.tarList],
  ['rfm-tar-unique', 'a TAR twice', (e) => one(e, 'rfm').value.tarList!.push(fromHex('b00000'))],
  [
    'rfm-application',
    'files of an application that does not exist',
    (e) => (all(e, 'rfm')[1]!.value.adfRFMAccess!.adfAID = fromHex('a000000077')),
  ],
  ['rfm-security', 'messages without checksum', (e) => (one(e, 'rfm').value.minimumSecurityLevel = fromHex('00'))],
  ['rfm-access', 'an empty access domain', (e) => (one(e, 'rfm').value.uiccAccessDomain = new Uint8Array(0))],
  ['iccid-form', 'EF.ICCID with a letter', (e) => (one(e, 'mf').value['ef-iccid'] = content('9864100000000000a071'))],
  ['imsi-form', 'EF.IMSI without digits', (e) => (one(e, 'usim').value['ef-imsi'] = content('ff'.repeat(9)))],
  ['imsi-form', 'an IMSI of 3 digits', (e) => (one(e, 'usim').value['ef-imsi'] = content('0229f4ffffffffffff'))],
  ['ad-form', 'an MNC of 4 digits', (e) => (one(e, 'usim').value['ef-ad'] = content('00000004'))],
  ['acc-form', 'no access class', (e) => (one(e, 'usim').value['ef-acc'] = content('0000'))],
  [
    'spn-form',
    'an unknown display condition',
    (e) => (one(e, 'usim').value['ef-spn'] = content(`41${'ff'.repeat(16)}`)),
  ],
  [
    'network-list',
    'a forbidden network with a letter',
    (e) => (one(e, 'usim').value['ef-fplmn'] = content('a2f010ffffffffffffffffff')),
  ],
  [
    'network-choice-list',
    'a list of 7 bytes',
    (e) =>
      (one(e, 'opt-usim').value['ef-plmnwact'] = [
        ...described({ efFileSize: fromHex('07') }),
        ...content('42f01040000000'),
      ]),
  ],
  [
    'location-form',
    'a last network with a letter',
    (e) => (one(e, 'usim').value['ef-loci'] = content('ffffffffa2f0100000ff01')),
  ],
  ['pnn-form', 'a short name only', (e) => (one(e, 'opt-usim').value['ef-pnn'] = records([fromHex('450390c166')], 16))],
  [
    'opl-form',
    'a network with a letter',
    (e) => (one(e, 'opt-usim').value['ef-opl'] = records([fromHex('a2f0100000fffe01')], 8)),
  ],
  [
    'msisdn-form',
    'a number of 15 bytes',
    (e) => (one(e, 'opt-usim').value['ef-msisdn'] = content(`${'ff'.repeat(10)}0f9164${'00'.repeat(11)}`)),
  ],
  [
    'smsp-form',
    'a service center with a letter',
    (e) =>
      (one(e, 'usim').value['ef-smsp'] = content(
        `${'ff'.repeat(10)}e1${'ff'.repeat(12)}07916407a5008999${'ff'.repeat(4)}0000a7`,
      )),
  ],
  [
    'ecc-form',
    'an emergency number with a letter',
    (e) => (one(e, 'usim').value['ef-ecc'] = records([fromHex('1ac2ff00')], 4)),
  ],
  ['language-form', 'a language in capitals', (e) => (one(e, 'opt-usim').value['ef-li'] = content('5356ffffffff'))],
  [
    'routing-form',
    'no routing indicator',
    (e) => (one(e, 'df-5gs').value['ef-routing-indicator'] = content('ffffffff')),
  ],
  ['suci-form', 'SUCI information without schemes', (e) => setSuci(e, 'a100')],
  [
    'suci-key',
    'a key that is not on its curve',
    (e) =>
      setSuci(
        e,
        encodeSuciCalculation({
          schemes: ['profile-a'],
          keys: [{ id: 1, scheme: 'profile-a', publicKey: new Uint8Array(32) }],
        }),
      ),
  ],
  ['suci-key-index', 'a scheme without key', (e) => setSuci(e, 'a0020105a100')],
  ['suci-file', 'no SUCI information', (e) => delete one(e, 'df-5gs').value['ef-suci-calc-info']],
  [
    'ims-identity',
    'an empty IMPI',
    (e) => (one(e, 'isim').value['ef-impi'] = [...described({ efFileSize: fromHex('02') }), ...content('8000')]),
  ],
  ['impu-form', 'an IMPU that is no URI', (e) => (one(e, 'isim').value['ef-impu'] = records([fromHex('800141')], 8))],
  ['ust-file', 'a service without its file', (e) => delete one(e, 'opt-usim').value['ef-pnn']],
  ['file-service', 'a file whose service is off', (e) => setServices(e, (services) => services.delete(17))],
  [
    'ist-file',
    'a service of the ISIM without its file',
    (e) => (one(e, 'isim').value['ef-ist'] = filled(encodeServices([1, 10], 14))),
  ],
  ['ust-always-on', 'service 33 is off', (e) => setServices(e, (services) => services.delete(33))],
  [
    'est-service',
    'a barred dialling that the USIM does not have',
    (e) => (one(e, 'usim').value['ef-est'] = content('02')),
  ],
  [
    'opl-pnn',
    'a name that does not exist',
    (e) => (one(e, 'opt-usim').value['ef-opl'] = records([fromHex('42f0100000fffe05')], 8)),
  ],
  [
    'home-forbidden',
    'the home network among the forbidden ones',
    (e) => (one(e, 'usim').value['ef-fplmn'] = content('42f010ffffffffffffffffff')),
  ],
]

/** Element [37] of a later version with this content of its header. */
function unknownElement(headerHex: string): ProfileElement {
  const bytes = fromHex(headerHex)
  const raw = fromHex(`bf25${hex2(bytes.length + 2)}a0${hex2(bytes.length)}${headerHex}`)
  return { kind: 'unknown', value: { tag: 0xbf25, raw } }
}

const hex2 = (number: number) => number.toString(16).padStart(2, '0')

function firstKey(elements: Elements) {
  return domain(elements).keyList![0]!.keyComponents[0]!
}

function setAccessRule(elements: Elements, hex: string): void {
  const [step] = one(elements, 'opt-usim').value['ef-gid1']!
  if (step?.kind === 'fileDescriptor') step.value.securityAttributesReferenced = fromHex(hex)
}

function setSuci(elements: Elements, suci: string | Uint8Array): void {
  const bytes = typeof suci === 'string' ? fromHex(suci) : suci
  one(elements, 'df-5gs').value['ef-suci-calc-info'] = [
    ...described({ efFileSize: Uint8Array.of(bytes.length) }),
    ...filled(bytes),
  ]
}

/** Keys for every configuration below. TOPc has 32 bytes. */
function moreKeys(algorithm: string): ProfileKeys {
  const { kic, kid, kik } = knownKeys.ota
  const topc = algorithm === 'TUAK' ? { opc: Uint8Array.of(...kid, ...kik) } : {}
  return { ...knownKeys, ...topc, scp03: { enc: kic, mac: kid, dek: kik }, scp81: { psk: kid, dek: kic } }
}

/** Encoded and decoded again, so that only what a package can contain is checked. */
const rulesOf = (elements: Elements) => checkProfile(decodeProfile(encodeProfile(elements))).map(({ rule }) => rule)

test.each(broken)('%s: %s', (rule, _what, damage) => {
  const elements = structuredClone(richElements())
  damage(elements)
  expect(rulesOf(elements)).toContain(rule)
})

test('every rule has a broken package, and there are at least 60 of them', () => {
  expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(packageRules.map(({ id }) => id)))
  expect(broken.length).toBeGreaterThanOrEqual(60)
})

test('rules have unique ids', () => {
  expect(new Set(packageRules.map(({ id }) => id)).size).toBe(packageRules.length)
})

describe('sound packages have no findings', () => {
  test('a package with ISIM, applet and files outside the templates', () => {
    expect(checkProfile(decodeProfile(encodeProfile(richElements())))).toEqual([])
  })

  test.each([
    ['MILENAGE with every field', fullConfig],
    ['MILENAGE without optional fields', plainConfig],
    ['version 3.1', { ...fullConfig, saipVersion: '3.1' }],
    ['XOR', { ...plainConfig, algorithm: 'XOR', profileClass: 'test' }],
    ['SUCI calculated by the USIM', { ...fullConfig, fiveG: { ...fullConfig.fiveG!, suciCalculation: 'USIM' } }],
    [
      'the null scheme',
      { ...plainConfig, fiveG: { routingIndicator: '0', protectionScheme: 'null', suciCalculation: 'ME' } },
    ],
    [
      'IMS with all three ways of over-the-air management',
      { ...fullConfig, ims: { pcscf: ['pcscf.acme.example', '192.0.2.1'] }, scp81: {}, scp03: 'keys' },
    ],
    [
      'TUAK in version 3.3 with names by area',
      {
        ...fullConfig,
        algorithm: 'TUAK',
        saipVersion: '3.3',
        networkNames: [{ fullName: 'Acme Abroad', networks: [{ plmn: '26201', areas: { first: 1, last: 9 } }] }],
        emergencyNumbers: ['112', { number: '114', name: 'Police', services: ['police'] }],
      },
    ],
  ] as const)('%s', (_what, config) => {
    expect(checkProfile(decodeProfile(buildProfile(config, moreKeys(config.algorithm))))).toEqual([])
  })

  test('a network with wildcards in EF.OPL', () => {
    const elements = structuredClone(richElements())
    one(elements, 'opt-usim').value['ef-opl'] = records([fromHex('42fdd00000fffe01')], 8)
    expect(rulesOf(elements)).toEqual([])
  })
})

test('a rule that a package breaks many times has at most 50 findings', () => {
  const elements = richElements()
  for (let i = 0; i < 100; i++) elements.splice(-1, 0, structuredClone(all(elements, 'end')[0]!))
  expect(rulesOf(elements).filter((rule) => rule === 'identification-unique').length).toBe(50)
})

test('no finding contains a key or code', () => {
  const text = broken
    .map(([, , damage]) => {
      const elements = structuredClone(richElements())
      damage(elements)
      return JSON.stringify(checkProfile(elements))
    })
    .join()
  for (const secret of ['7d3e91c4', '298cbe9b', 'd92c4f0e', '31383031', '27182818', '16180339']) {
    expect(text.toLowerCase()).not.toContain(secret)
  }
})
