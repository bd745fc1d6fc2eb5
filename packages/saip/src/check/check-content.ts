import { toHex } from '@simwright/asn1'
import { iccidFromBytes } from '@simwright/ids'
import { weakness } from '../build/weak-key.ts'
import { type CardFile, type CardImage, contentFile, mfPath, parentOf, recordOf } from '../card/card-image.ts'
import { decodeImsi } from '../ef/identity.ts'
import { decodeServices } from '../ef/service-table.ts'
import { fileTemplates } from '../template/table.ts'
import type { Finding } from './finding.ts'

/** Findings about the contents of files and keys. */
export function contentFindings(image: CardImage): Finding[] {
  return [
    ...iccidFindings(image),
    ...accessRuleFindings(image),
    ...usimFindings(image),
    ...keyFindings(image),
    ...securityDomainFindings(image),
  ]
}

/** Checks that EF.ICCID (nibble-swapped) and the profile header (as printed) have the same ICCID. */
function iccidFindings(image: CardImage): Finding[] {
  const file = image.files[`${mfPath}2fe2`]
  if (file === undefined) return [error('TS 102 221, 13.2', 'There is no EF.ICCID.', undefined)]
  const printed = toHex(image.iccid).replace(/f+$/, '')
  const onCard = orUndefined(() => iccidFromBytes(file.content))
  if (onCard === printed) return []
  return [error('8.2.1', 'EF.ICCID and the profile header have different ICCIDs.', file)]
}

/** Checks that the access rule of every file exists. */
function accessRuleFindings(image: CardImage): Finding[] {
  return Object.values(image.files).flatMap((file) => {
    const rules = findAccessRules(image, file)
    if (rules === undefined) return [warning('8.3.2', `${file.name} refers to an EF.ARR that does not exist.`, file)]
    const record = recordOf(rules, file.accessRule.record)
    if (record !== undefined && record[0] !== 0xff) return []
    const text = `${file.name} refers to record ${file.accessRule.record} of EF.ARR, which does not exist.`
    return [warning('8.3.2', text, file)]
  })
}

/** The EF.ARR that a file refers to, searched from its directory up to the MF. Links are followed. */
function findAccessRules(image: CardImage, file: CardFile): CardFile | undefined {
  const name = file.accessRule.fid.toString(16).padStart(4, '0')
  for (let at = parentOf(file.path) ?? mfPath; ; at = parentOf(at) as string) {
    const rules = contentFile(image, at + name)
    if (rules !== undefined || at === mfPath) return rules
  }
}

/** Checks each USIM: a valid IMSI, files for the services that are on, and authentication keys. */
function usimFindings(image: CardImage): Finding[] {
  const usims = Object.values(image.files).filter((file) => file.structure === 'ADF' && file.element.kind === 'usim')
  return usims.flatMap((usim) => {
    const found: Finding[] = []
    const imsi = image.files[`${usim.path}6f07`]
    const ust = image.files[`${usim.path}6f38`]
    if (imsi !== undefined && orUndefined(() => decodeImsi(imsi.content)) === undefined) {
      found.push(error('TS 31.102, 4.2.2', 'EF.IMSI does not contain an IMSI.', imsi))
    }
    if (ust !== undefined) found.push(...serviceFindings(image, usim, ust))
    if (!image.authentications.some(({ adf }) => adf === usim.path)) {
      found.push(warning('8.4.2', 'The USIM has no authentication keys.', usim))
    }
    return found
  })
}

/**
 * Services of EF.UST that are on although the file of the service does not exist. Only files that the templates assign to
 * exactly one service are checked.
 */
function serviceFindings(image: CardImage, usim: CardFile, ust: CardFile): Finding[] {
  const on = new Set(decodeServices(ust.content))
  const files = fileTemplates
    .filter(({ element }) => element === 'usim' || element === 'opt-usim')
    .flatMap((template) => template.files)
  const wanted = new Map<string, { name: string; service: number }>()
  for (const { fid, name, services = [] } of files) {
    const [service, ...others] = services
    if (fid === undefined || service === undefined || others.length > 0) continue
    wanted.set(fid.toString(16).padStart(4, '0'), { name, service })
  }
  return [...wanted].flatMap(([fid, { name, service }]) => {
    if (!on.has(service) || image.files[usim.path + fid] !== undefined) return []
    return [warning('TS 31.102, 4.2.8', `Service ${service} of EF.UST is on, but there is no ${name}.`, ust)]
  })
}

/** Warns of authentication keys that are patterns or publicly known. */
function keyFindings(image: CardImage): Finding[] {
  return image.authentications.flatMap(({ key, adf }) => {
    const weak = weakness(key)
    return weak === undefined
      ? []
      : [warning('8.4.2', `The authentication key is not secret. ${weak.text}`, image.files[adf])]
  })
}

/**
 * Warns of a missing security domain and of weak keys. Without random keys, anyone can manage the card over the air.
 */
function securityDomainFindings(image: CardImage): Finding[] {
  const keys = image.securityDomains.flatMap((domain) => domain.keys)
  const weak = keys.flatMap((key) => key.keyComponents).find(({ keyData }) => weakness(keyData) !== undefined)
  const found: Finding[] = []
  if (weak !== undefined) found.push(warning('8.6.3', 'A security domain has a key that is not random.', undefined))
  if (image.securityDomains.length === 0) found.push(warning('8.6.2', 'There is no security domain.', undefined))
  return found
}

/** The decoded content, or undefined if it cannot be decoded. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function error(clause: string, text: string, file: CardFile | undefined): Finding {
  return { severity: 'error', clause, text, element: file?.element }
}

function warning(clause: string, text: string, file: CardFile | undefined): Finding {
  return { severity: 'warning', clause, text, element: file?.element }
}
