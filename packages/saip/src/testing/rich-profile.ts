import { createHash } from 'node:crypto'
import { concat, fromHex } from '@simwright/asn1'
import { encodeProfileValues } from '../build/encode-profile-value.ts'
import { described, directory, filled, link, records, sized } from '../build/file-step.ts'
import { profileElements } from '../build/profile-elements.ts'
import type { ElementOf, ProfileElement } from '../codec/profile-element.ts'
import { encodeApplicationEntry } from '../ef/directory.ts'
import { encodeImsText } from '../ef/ims.ts'
import { encodeServices } from '../ef/service-table.ts'
import { fullConfig, knownKeys } from './known-profile.ts'

const usimAid = fromHex('a0000000871002ffffffff8900000100')
const isimAid = fromHex('a0000000871004ffffffff8900000100')
/** The header component of a CAP file, and nothing after it. */
const capHeader = fromHex('010010decaffed010204000105a000000099')

/**
 * A package with an ISIM that shares PIN and keys with the USIM, an applet with its code, and files outside the templates,
 * besides everything that a regular profile has.
 */
export function richElements(): ProfileElement[] {
  const elements = structuredClone(profileElements(fullConfig, encodeProfileValues(fullConfig, knownKeys)))
  const find = <K extends ProfileElement['kind']>(kind: K) =>
    elements.find((element): element is ElementOf<K> => element.kind === kind)!
  const mf = find('mf')
  mf.value['ef-dir'] = records(
    [encodeApplicationEntry({ aid: usimAid, label: 'USIM' }), encodeApplicationEntry({ aid: isimAid, label: 'ISIM' })],
    38,
  )
  const { value: header } = find('header')
  header['eUICC-Mandatory-services'] = {
    ...header['eUICC-Mandatory-services'],
    isim: null,
    javacard: null,
  }
  header['eUICC-Mandatory-GFSTEList'] = [...header['eUICC-Mandatory-GFSTEList'], '2.23.143.1.2.8', '2.23.143.1.2.9']
  const afterKeys = elements.findIndex(({ kind }) => kind === 'akaParameter') + 1
  elements.splice(afterKeys, 0, ...isimElements(), filesElement())
  elements.splice(-1, 0, appletElement())
  return elements
}

function isimElements(): ProfileElement[] {
  const isimFid = fromHex('7ff1')
  const header = (identification: number) => ({ mandated: null, identification })
  return [
    {
      kind: 'isim',
      value: {
        header: header(101),
        templateID: '2.23.143.1.2.8',
        'adf-isim': directory([1, 129, 10], { fileID: isimFid, dfName: isimAid }),
        'ef-impi': sized(encodeImsText('240011234567895@ims.mnc001.mcc240.3gppnetwork.org'), -1),
        'ef-impu': records([encodeImsText('sip:240011234567895@ims.mnc001.mcc240.3gppnetwork.org')], 64),
        'ef-domain': sized(encodeImsText('ims.mnc001.mcc240.3gppnetwork.org'), -1),
        'ef-ist': filled(encodeServices([1, 5], 14)),
        'ef-arr': link('2f06'),
      },
    },
    { kind: 'pinCodes', value: { header: header(102), pinCodes: { kind: 'filePath', value: fromHex('7ff0') } } },
    {
      kind: 'opt-isim',
      value: {
        header: header(103),
        templateID: '2.23.143.1.2.9',
        'ef-pcscf': records([concat(fromHex('8010'), fromHex('00'), new TextEncoder().encode('pcscf.acme.test'))], 24),
      },
    },
    {
      kind: 'akaParameter',
      value: {
        header: header(104),
        algoConfiguration: {
          kind: 'mappingParameter',
          value: { mappingOptions: fromHex('06'), mappingSource: usimAid },
        },
        sqnOptions: fromHex('02'),
        sqnDelta: fromHex('000010000000'),
        sqnAgeLimit: fromHex('000010000000'),
      },
    },
  ]
}

/** DF 5F40 in the USIM with a transparent file of four bytes. */
function filesElement(): ElementOf<'genericFileManagement'> {
  const [fcp] = described({
    fileDescriptor: fromHex('4121'),
    fileID: fromHex('4f40'),
    securityAttributesReferenced: fromHex('02'),
    efFileSize: fromHex('04'),
  })
  const [df] = directory([1, 129, 10], {
    fileDescriptor: fromHex('7821'),
    fileID: fromHex('5f40'),
    securityAttributesReferenced: fromHex('0e'),
  })
  return {
    kind: 'genericFileManagement',
    value: {
      header: { mandated: null, identification: 105 },
      fileManagementCMD: [
        [
          { kind: 'filePath', value: fromHex('7ff0') },
          ...(df?.kind === 'fileDescriptor' ? [{ kind: 'createFCP' as const, value: df.value }] : []),
          ...(fcp?.kind === 'fileDescriptor' ? [{ kind: 'createFCP' as const, value: fcp.value }] : []),
          { kind: 'fillFileOffset', value: 1 },
          { kind: 'fillFileContent', value: fromHex('abcd') },
        ],
      ],
    },
  }
}

/** An applet with its load package, whose hash is that of the code. */
function appletElement(): ElementOf<'application'> {
  return {
    kind: 'application',
    value: {
      header: { mandated: null, identification: 106 },
      loadBlock: {
        loadPackageAID: fromHex('a000000099'),
        hashValue: new Uint8Array(createHash('sha256').update(capHeader).digest()),
        loadBlockObject: capHeader,
      },
      instanceList: [
        {
          applicationLoadPackageAID: fromHex('a000000099'),
          classAID: fromHex('a00000009901'),
          instanceAID: fromHex('a0000000990101'),
          applicationPrivileges: fromHex('00'),
          lifeCycleState: fromHex('07'),
          applicationSpecificParametersC9: fromHex('8101aa'),
        },
      ],
    },
  }
}
