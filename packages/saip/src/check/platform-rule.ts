import { createHash } from 'node:crypto'
import { readTlvs, toHex } from '@simwright/asn1'
import { weakness } from '../build/weak-key.ts'
import { elementRef } from '../card/installation.ts'
import type { KeyObject } from '../codec/application-element.ts'
import type { ElementOf, ProfileElement } from '../codec/profile-element.ts'
import type { ElementRef } from '../error.ts'
import type { PackageView } from './package-view.ts'
import { type Fault, orUndefined, type Rule } from './rule.ts'

/** Key versions of the secure channel protocols in C9 of a security domain (GlobalPlatform Amendment B and D; TS 102 226). */
const channels: Readonly<Record<number, { name: string; first: number; last: number }>> = {
  2: { name: 'SCP02', first: 0x20, last: 0x2f },
  3: { name: 'SCP03', first: 0x30, last: 0x3f },
  128: { name: 'SCP80', first: 0x01, last: 0x0f },
  129: { name: 'SCP81', first: 0x40, last: 0x4f },
}
/** Sizes of keys in bytes by key type (GlobalPlatform Card Specification, 11.1.8): DES and AES. */
const keySizes: Readonly<Record<number, readonly number[]>> = { 128: [8, 16, 24], 136: [16, 24, 32] }
/** Privilege "security domain": bit 8 of the first byte (GlobalPlatform Card Specification, 11.1.2). */
const securityDomainPrivilege = 0x80
/** Digests of a load block by size in bytes. */
const digests: Readonly<Record<number, string>> = { 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' }

/** Security domains, applications and remote file management. */
export const platformRules: readonly Rule[] = [
  {
    id: 'sd-present',
    clause: '8.6.2',
    severity: 'warning',
    faults: ({ elements }) =>
      elements.some(({ kind }) => kind === 'securityDomain') ? [] : [{ text: 'There is no security domain.' }],
  },
  {
    id: 'sd-privilege',
    clause: '8.6.2',
    severity: 'error',
    faults: forKind('securityDomain', ({ value: { instance } }) =>
      ((instance.applicationPrivileges[0] ?? 0) & securityDomainPrivilege) === 0
        ? ['A security domain must have the privilege of one.']
        : [],
    ),
  },
  {
    id: 'sd-key-unique',
    clause: '8.6.3',
    severity: 'error',
    faults: forKind('securityDomain', ({ value: { keyList = [] } }) => {
      const seen = new Set<string>()
      return keyList.flatMap((key) => {
        const repeated = seen.has(keyName(key))
        seen.add(keyName(key))
        return repeated ? [`Key ${keyName(key)} is repeated.`] : []
      })
    }),
  },
  {
    id: 'sd-key-size',
    clause: '8.6.3',
    severity: 'error',
    faults: forKind('securityDomain', ({ value: { keyList = [] } }) =>
      keyList.flatMap((key) =>
        key.keyComponents
          .filter(({ keyType, keyData }) => keySizes[keyType[0] ?? 0]?.includes(keyData.length) === false)
          .map(({ keyData }) => `Key ${keyName(key)} has ${keyData.length} bytes, which does not fit its type.`),
      ),
    ),
  },
  {
    id: 'sd-channel-keys',
    clause: '8.6.3',
    severity: 'warning',
    faults: forKind('securityDomain', ({ value: { instance, keyList = [] } }) =>
      channelsOf(instance.applicationSpecificParametersC9)
        .filter(
          ({ first, last }) =>
            !keyList.some(({ keyVersionNumber: [version = 0] }) => version >= first && version <= last),
        )
        .map(({ name }) => `The security domain supports ${name}, but has no keys for it.`),
    ),
  },
  {
    id: 'sd-key-weak',
    clause: '8.6.3',
    severity: 'warning',
    faults: forKind('securityDomain', ({ value: { keyList = [] } }) =>
      keyList.some(({ keyComponents }) => keyComponents.some(({ keyData }) => weakness(keyData) !== undefined))
        ? ['A security domain has a key that is not random.']
        : [],
    ),
  },
  {
    id: 'sd-exists',
    clause: '8.6.2',
    severity: 'error',
    faults: ({ elements }) => {
      const known = new Set<string>()
      return elements.flatMap((element, index) => {
        const missing = domainsUsedBy(element).some((aid) => !known.has(toHex(aid)))
        if (element.kind === 'securityDomain') known.add(toHex(element.value.instance.instanceAID))
        return missing
          ? [{ text: 'Its security domain does not exist before it.', element: elementRef(element, index) }]
          : []
      })
    },
  },
  {
    id: 'aid-unique',
    clause: 'GlobalPlatform Card Specification, 6.5',
    severity: 'error',
    faults: (view) => {
      const seen = new Set<string>()
      return aidsOf(view).flatMap(({ aid, element }) => {
        const repeated = seen.has(aid)
        seen.add(aid)
        return repeated ? [{ text: `The AID ${aid.toUpperCase()} is used twice.`, element }] : []
      })
    },
  },
  {
    id: 'application-content',
    clause: '8.7.1',
    severity: 'warning',
    faults: forKind('application', ({ value: { loadBlock, instanceList } }) =>
      loadBlock === undefined && instanceList === undefined
        ? ['The element has neither a load package nor an instance.']
        : [],
    ),
  },
  {
    id: 'load-block-hash',
    clause: 'GlobalPlatform Card Specification, 11.5.2.3',
    severity: 'error',
    faults: forKind('application', ({ value: { loadBlock } }) => {
      const hash = loadBlock?.hashValue
      if (loadBlock === undefined || hash === undefined || hash.length === 0) return []
      const algorithm = digests[hash.length]
      const isRight =
        algorithm !== undefined && createHash(algorithm).update(loadBlock.loadBlockObject).digest('hex') === toHex(hash)
      return isRight ? [] : ['The hash is not that of the load block.']
    }),
  },
  {
    id: 'load-block-form',
    clause: 'Java Card VM Specification, 6.4',
    severity: 'warning',
    faults: (view) => {
      const header = view.elements[0]
      if (header?.kind !== 'header' || header.value['eUICC-Mandatory-services'].multos !== undefined) return []
      return forKind('application', ({ value: { loadBlock } }) =>
        loadBlock === undefined || isCapFile(loadBlock.loadBlockObject)
          ? []
          : ['The load block does not begin with the header component of a CAP file.'],
      )(view)
    },
  },
  {
    id: 'rfm-tar',
    clause: '8.8',
    severity: 'error',
    faults: forKind('rfm', ({ value: { tarList, instanceAID } }) =>
      // Without a list, the TAR is bytes 13 to 15 of the AID.
      tarList === undefined && instanceAID.length < 15
        ? ['The application for remote file management has no TAR.']
        : [],
    ),
  },
  {
    id: 'rfm-tar-unique',
    clause: 'TS 102 226, 8.2.1.3.2.2',
    severity: 'error',
    faults: ({ elements }) => {
      const seen = new Set<string>()
      return elements.flatMap((element, index) => {
        if (element.kind !== 'rfm') return []
        return (element.value.tarList ?? []).flatMap((tar) => {
          const name = toHex(tar).toUpperCase()
          const repeated = seen.has(name)
          seen.add(name)
          return repeated ? [{ text: `TAR ${name} is used twice.`, element: elementRef(element, index) }] : []
        })
      })
    },
  },
  {
    id: 'rfm-application',
    clause: '8.8',
    severity: 'error',
    faults: (view) => {
      const adfs = new Set(view.files.flatMap(({ fcp }) => (fcp?.dfName === undefined ? [] : [toHex(fcp.dfName)])))
      return forKind('rfm', ({ value: { adfRFMAccess } }) =>
        adfRFMAccess !== undefined && !adfs.has(toHex(adfRFMAccess.adfAID))
          ? ['The application whose files are managed does not exist.']
          : [],
      )(view)
    },
  },
  {
    id: 'rfm-security',
    clause: 'TS 102 225, 5.1.1',
    severity: 'warning',
    // Bits 1 and 2: 00 is "no redundancy check, checksum or signature".
    faults: forKind('rfm', ({ value: { minimumSecurityLevel } }) =>
      ((minimumSecurityLevel[0] ?? 0) & 0x03) === 0
        ? ['Files can be changed by messages without a cryptographic checksum.']
        : [],
    ),
  },
  {
    id: 'rfm-access',
    clause: 'TS 102 226, 8.2.1.3.2.3',
    severity: 'error',
    faults: forKind('rfm', ({ value: { uiccAccessDomain, uiccAdminAccessDomain, adfRFMAccess } }) => {
      const domains = [uiccAccessDomain, uiccAdminAccessDomain]
      if (adfRFMAccess !== undefined) domains.push(adfRFMAccess.adfAccessDomain, adfRFMAccess.adfAdminAccessDomain)
      return domains.some(({ length }) => length === 0) ? ['An access domain is empty.'] : []
    }),
  },
]

/** Key version and key identifier: `01/02`. */
function keyName(key: KeyObject): string {
  return `${toHex(key.keyVersionNumber)}/${toHex(key.keyIdentifier)}`
}

/** The secure channel protocols in the install parameters C9 of a security domain: tag 81, one byte with its options. */
function channelsOf(parameters: Uint8Array): { name: string; first: number; last: number }[] {
  const values = orUndefined(() => readTlvs(parameters)) ?? []
  return values.flatMap(({ tag, value }) => {
    const channel = tag === 0x81 ? channels[value[0] ?? 0] : undefined
    return channel === undefined ? [] : [channel]
  })
}

/** Header component: tag 01, size of 2 bytes, magic number DECAFFED (Java Card VM Specification, 6.4). */
function isCapFile(block: Uint8Array): boolean {
  return toHex(block.subarray(0, 1)) === '01' && toHex(block.subarray(3, 7)) === 'decaffed'
}

/** The security domains that an element refers to. */
function domainsUsedBy(element: ProfileElement): Uint8Array[] {
  const aids: (Uint8Array | undefined)[] = []
  if (element.kind === 'rfm') aids.push(element.value.securityDomainAID)
  if (element.kind === 'securityDomain') aids.push(element.value.instance.extraditeSecurityDomainAID)
  if (element.kind === 'application') {
    aids.push(element.value.loadBlock?.securityDomainAID)
    for (const instance of element.value.instanceList ?? []) aids.push(instance.extraditeSecurityDomainAID)
  }
  return aids.filter((aid) => aid !== undefined)
}

/** The AIDs of everything that can be selected. */
function aidsOf({ elements, files }: PackageView): { aid: string; element: ElementRef }[] {
  const adfs = files.flatMap(({ fcp, element }) =>
    fcp?.dfName === undefined ? [] : [{ aid: toHex(fcp.dfName), element }],
  )
  const instances = elements.flatMap((element, index) => {
    const ref = elementRef(element, index)
    if (element.kind === 'securityDomain') return [{ aid: toHex(element.value.instance.instanceAID), element: ref }]
    if (element.kind === 'rfm') return [{ aid: toHex(element.value.instanceAID), element: ref }]
    if (element.kind !== 'application') return []
    return (element.value.instanceList ?? []).map(({ instanceAID }) => ({ aid: toHex(instanceAID), element: ref }))
  })
  return [...adfs, ...instances]
}

type ApplicationKind = 'securityDomain' | 'application' | 'rfm'

/** A rule's faults in the elements of one kind. */
function forKind<K extends ApplicationKind>(
  kind: K,
  judge: (element: ElementOf<K>) => readonly string[],
): (view: PackageView) => Fault[] {
  const isMeant = (element: ProfileElement): element is ElementOf<K> => element.kind === kind
  return ({ elements }) =>
    elements.flatMap((element, index) =>
      isMeant(element) ? judge(element).map((text) => ({ text, element: elementRef(element, index) })) : [],
    )
}
