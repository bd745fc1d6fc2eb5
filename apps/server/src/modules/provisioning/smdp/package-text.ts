import { toHex } from '@simwright/asn1'
import { parseStored } from '@simwright/contract/profiles/configuration'
import {
  type CardFile,
  type CardImage,
  checkProfile,
  decodeProfile,
  describeFile,
  expandPackage,
  isDirectory,
  type ProfileElement,
} from '@simwright/saip'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId, EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { type CardKeys, openCardKeys, openOwnValues } from '../../platform/vault/service.ts'
import { appletCodeOf, sampleParts, withOwnValues } from '../../profiles/configurations/service.ts'
import { selectVersionFields } from './code-record.ts'
import { assemblePackage, readyConfiguration, type Subscriber } from './package.ts'
import { readSuppliedPackage } from './supplied-package.ts'

export type PackageFile = {
  path: string
  name: string
  structure: string
  bytes: number
  /** The decoded content, in lines; null for a directory or an unknown file. */
  lines: string[] | null
  hex: string | null
}

export type PackageElement = { index: number; kind: string; bytes: number; facts: string[]; files: PackageFile[] }

export type PackageText = {
  version: string
  profileType: string | null
  bytes: number
  needs: string[]
  elements: PackageElement[]
  findings: { severity: 'error' | 'warning'; text: string; clause: string }[]
}

type PackageQuery = {
  enterpriseId: EnterpriseId
  profileId: ProfileId
  configurationId: ConfigurationId
  version: number
} & Subscriber

/**
 * Builds and decodes a profile package for display. It is built with random keys, so that no answer can contain the
 * profile's own keys. A supplied package is decoded as it is; the text has its files, but no element with keys or codes.
 */
export async function readPackage(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  query: PackageQuery & { sealedKeys: Buffer },
): Promise<PackageText> {
  const { enterpriseId, configurationId, version } = query
  const stored = await selectVersionFields(db, { configurationId, version })
  const own = openOwnValues(server.vault, query, query.sealedKeys)
  const fields = withOwnValues(parseStored(stored), own)
  const { code } = await appletCodeOf(server, db, { enterpriseId, fields })
  const ready = readyConfiguration(fields, { ...sampleParts, code })
  const upp = await readSuppliedPackage(server, db, { ...query, packages: ready.packages })
  const package_ = assemblePackage(ready, query, {
    keys: placeholderKeys(server, query),
    upp,
    recycle: ready.fields.recycleApplet && { key: server.random.bytes(RECYCLE_KEY_BYTES), expireTime: undefined },
  })
  const elements = decodeProfile(package_)
  const image = expandPackage(elements)
  const [major, minor] = [image.version.major, image.version.minor]
  return {
    version: `${major}.${minor}`,
    profileType: image.profileType ?? null,
    bytes: package_.length,
    needs: [...image.mandatoryServices],
    elements: elements.map((element, index) => elementOf(element, { index, image })),
    findings: checkProfile(elements).map(({ severity, text, clause }) => ({ severity, text, clause })),
  }
}

const RECYCLE_KEY_BYTES = 16

/** Random keys of the right lengths; only the SMS center number and the IMS identities are the profile's own. */
function placeholderKeys(
  { vault, random }: Pick<Server, 'vault' | 'random'>,
  { enterpriseId, profileId, sealedKeys }: PackageQuery & { sealedKeys: Buffer },
): CardKeys {
  const own = openCardKeys(vault, { enterpriseId, profileId }, sealedKeys)
  const { smsp, impi, impu } = own
  const lengths = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value.length]))
  for (const value of Object.values(own)) if (typeof value !== 'string') value.fill(0)
  const key = (name: keyof CardKeys) => Uint8Array.from(random.bytes(lengths[name] ?? 0))
  return {
    ki: key('ki'),
    opc: key('opc'),
    pin1: '0000',
    pin2: '0000',
    puk1: '00000000',
    puk2: '00000000',
    adm1: '00000000',
    kic: key('kic'),
    kid: key('kid'),
    kik: key('kik'),
    scp03Enc: key('scp03Enc'),
    scp03Mac: key('scp03Mac'),
    scp03Dek: key('scp03Dek'),
    ppkEnc: key('ppkEnc'),
    ppkCmac: key('ppkCmac'),
    ppkInitialMac: key('ppkInitialMac'),
    scp81Psk: key('scp81Psk'),
    scp81Dek: key('scp81Dek'),
    impi,
    impu,
    smsp,
    confirmationCode: '',
    c9: key('c9'),
    own: '',
  }
}

type ElementContext = { index: number; image: CardImage }

function elementOf(element: ProfileElement & { raw: Uint8Array }, { index, image }: ElementContext): PackageElement {
  const files = Object.values(image.files).filter((file) => file.element.index === index)
  const { kind, raw } = element
  return { index, kind, bytes: raw.length, facts: factsOf(element, image), files: files.map(fileOf) }
}

/** Content of an element other than files. Keys and codes are only counted. */
function factsOf({ kind }: ProfileElement, image: CardImage): string[] {
  if (kind === 'akaParameter') {
    return image.authentications.map(({ algorithm, adf }) => `${algorithm} for ${adf}; its keys are not shown`)
  }
  if (kind === 'pinCodes') return [`${image.pins.length} PINs, not shown`]
  if (kind === 'pukCodes') return [`${image.puks.length} PUKs, not shown`]
  if (kind === 'securityDomain') {
    const keys = image.securityDomains.reduce((sum, domain) => sum + domain.keys.length, 0)
    return [`${image.securityDomains.length} security domains with ${keys} keys, not shown`]
  }
  if (kind === 'rfm') return [`${image.rfms.length} for remote file management`]
  return []
}

function fileOf(file: CardFile): PackageFile {
  const { path, name, structure, content, linkedTo } = file
  const isContent = !isDirectory(file) && linkedTo === undefined
  const lines = isContent ? describeFile(file) : undefined
  return {
    path,
    name,
    structure,
    bytes: content.length,
    lines: lines ? [...lines] : null,
    hex: isContent ? toHex(content) : null,
  }
}
