import { fromHex, toHex } from '@simwright/asn1'
import { accessRuleAppletAid } from '../card/access-rule-applet.ts'
import { encodeRecycleParameters, recycleAppletAids } from '../card/recycle-applet.ts'
import { SaipError } from '../error.ts'
import { type BuildFinding, error } from './build-finding.ts'
import { type LoadFile, readLoadFile } from './load-file.ts'
import { parameterLimit } from './parameter-limit.ts'

/** The applets of the profile. Each is loaded from its code or is present on the card. */
export interface AppletsConfig {
  readonly ara?: AraConfig | undefined
  readonly recycle?: RecycleConfig | undefined
  readonly custom?: CustomAppletConfig | undefined
}

/** How an applet comes to the card. */
interface AppletSource {
  /** A CAP or IJC file. Absent: the card has the code, and the package only makes an instance. */
  readonly code?: Uint8Array | undefined
}

/** The access rule applet ARA-M with its rules, for example Android's carrier privileges. */
export interface AraConfig extends AppletSource {
  readonly rules: readonly AraRule[]
}

/** The applet that reports the end of a profile (docs/recycle-message.md). Key and expire time belong to each profile. */
export interface RecycleConfig extends AppletSource {
  /** The server that gets the message. */
  readonly server: { readonly host: string; readonly port: number }
}

/** An applet of the operator. AIDs and parameters are in hex. */
export interface CustomAppletConfig extends AppletSource {
  /** Default: that of the code. */
  readonly packageAid?: string | undefined
  /** Default: that of the only applet in the code. */
  readonly classAid?: string | undefined
  /** Default: the class AID. */
  readonly instanceAid?: string | undefined
  /** Privileges, 1 or 3 bytes (GlobalPlatform Card Specification, 11.1.2). Default: none. */
  readonly privileges?: string | undefined
  /** Install parameters C9. A profile may replace them. */
  readonly parameters?: string | undefined
  /** Toolkit parameters (ETSI TS 102 226, 8.2.1.3.2.2.1). Default: the applet does not use the toolkit. */
  readonly toolkitParameters?: string | undefined
}

/** An access rule. Hash and permissions are in hex. */
export interface AraRule {
  /** SHA-1 (20 bytes) or SHA-256 (32 bytes) of the certificate that signs the app. */
  readonly certificateHash: string
  /** Package name of the app. Default: every app with the certificate. */
  readonly packageName?: string | undefined
  /** 8 bytes. Default: 0000000000000001, carrier privileges of Android. */
  readonly permissions?: string | undefined
}

/** Bytes of a package name that Android compares. */
const packageNameBytes = 127

/** The AIDs of an instance. */
export interface InstanceAids {
  readonly package: Uint8Array
  readonly class: Uint8Array
  readonly instance: Uint8Array
}

/** An applet, resolved: its AIDs, privileges, and code if it is loaded. */
export interface ResolvedApplet {
  readonly aids: InstanceAids
  readonly privileges: Uint8Array
  readonly load?: LoadFile | undefined
}

/** Identifiers of providers (5 bytes) that applets of an operator cannot use: GlobalPlatform, 3GPP, 3GPP2, ETSI, GSMA, Java Card. */
const reservedRids = ['a000000151', 'a000000087', 'a000000343', 'a000000009', 'a000000559', 'a000000062', 'f053494d57']

/** Whether an AID, in lower-case hex, has a provider that applets of an operator cannot use. */
export const isReservedAid = (aid: string): boolean => reservedRids.some((rid) => aid.startsWith(rid))

/** AIDs of the ARA-M: the class has that of the instance; the package has its usual one. */
const araAids: InstanceAids = {
  package: fromHex('a00000015141434c'),
  class: accessRuleAppletAid,
  instance: accessRuleAppletAid,
}

/** Rules of an ARA-M. */
const maxRules = 50

/** Checks the applets: rules, server, code and AIDs. */
export function appletFindings(applets: AppletsConfig | undefined): BuildFinding[] {
  const { ara, recycle, custom } = applets ?? {}
  return [
    ...(ara === undefined ? [] : [...ruleFindings(ara.rules), ...resolveFindings('ara', () => resolveAra(ara))]),
    ...(recycle === undefined ? [] : recycleFindings(recycle)),
    ...(custom === undefined ? [] : customFindings(custom)),
  ]
}

/** Privileges of an applet without any. */
const noPrivileges = fromHex('000000')

/** The applets that have fixed instance AIDs. */
export type KnownApplet = 'ara' | 'recycle'

/** The usual AIDs of each. */
export const knownAppletAids: Readonly<Record<KnownApplet, InstanceAids>> = { ara: araAids, recycle: recycleAppletAids }

/** The ARA-M. @throws SaipError `content` for code without its applet */
export const resolveAra = (ara: AraConfig): ResolvedApplet =>
  resolveOnce(ara, () => ({ ...resolveKnown(ara.code, araAids), privileges: noPrivileges }))

/** The Recycle applet. @throws SaipError `content` for code without its applet */
export const resolveRecycle = (recycle: RecycleConfig): ResolvedApplet =>
  resolveOnce(recycle, () => ({ ...resolveKnown(recycle.code, recycleAppletAids), privileges: noPrivileges }))

/** An applet with a fixed instance AID. Its code may have another package AID, and one applet with any AID. */
function resolveKnown(code: Uint8Array | undefined, aids: InstanceAids): Pick<ResolvedApplet, 'aids' | 'load'> {
  if (code === undefined) return { aids }
  const load = readLoadFile(code)
  const own = load.classAids.find((aid) => toHex(aid) === toHex(aids.class)) ?? onlyClass(load)
  return { aids: { package: load.packageAid, class: own, instance: aids.instance }, load }
}

/** Reading code takes milliseconds, so that it is done once for a configuration. */
const resolvedApplets = new WeakMap<AppletSource, ResolvedApplet>()

function resolveOnce(config: AppletSource, resolve: () => ResolvedApplet): ResolvedApplet {
  const known = resolvedApplets.get(config)
  if (known !== undefined) return known
  const resolved = resolve()
  resolvedApplets.set(config, resolved)
  return resolved
}

/** The operator's applet. @throws SaipError `content` for missing AIDs or code that does not fit them */
export const resolveCustom = (custom: CustomAppletConfig): ResolvedApplet =>
  resolveOnce(custom, () => resolveGiven(custom))

/** The operator's applet: its code must have the given AIDs. */
function resolveGiven(custom: CustomAppletConfig): ResolvedApplet {
  const { code, packageAid, classAid, instanceAid, privileges } = custom
  const load = code === undefined ? undefined : readLoadFile(code)
  const given = packageAid === undefined ? load?.packageAid : fromHex(packageAid)
  if (given === undefined)
    throw new SaipError('content', 'An applet that is present on the card needs its package AID.')
  if (load !== undefined && toHex(load.packageAid) !== toHex(given))
    throw new SaipError('content', 'The code is that of another package AID.')
  const own = classAid === undefined ? load && onlyClass(load) : fromHex(classAid)
  if (own === undefined) throw new SaipError('content', 'An applet that is present on the card needs its class AID.')
  if (load !== undefined && !load.classAids.some((aid) => toHex(aid) === toHex(own)))
    throw new SaipError('content', 'The code has no applet with this class AID.')
  const aids = { package: given, class: own, instance: instanceAid === undefined ? own : fromHex(instanceAid) }
  return { aids, privileges: privileges === undefined ? noPrivileges : fromHex(privileges), load }
}

/** The class AID of code with one applet. */
function onlyClass({ classAids }: LoadFile): Uint8Array {
  const [first] = classAids
  if (first === undefined || classAids.length > 1)
    throw new SaipError('content', `The code has ${classAids.length} applets: the class AID must be given.`)
  return first
}

/** Bytes of install parameters that an applet can have. */
const limitOf = ({ aids, privileges }: ResolvedApplet): number =>
  parameterLimit({ instanceAidBytes: aids.instance.length, privilegeBytes: privileges.length })

/** Checks the access rules. */
function ruleFindings(rules: readonly AraRule[]): BuildFinding[] {
  const found: BuildFinding[] = []
  if (rules.length === 0 || rules.length > maxRules)
    found.push(error('applets.ara.rules', `There must be 1 to ${maxRules} rules.`))
  rules.forEach(({ certificateHash, packageName = 'a', permissions = '00'.repeat(8) }, i) => {
    const field = `applets.ara.rules.${i}`
    if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(certificateHash))
      found.push(error(`${field}.certificateHash`, 'Must be a SHA-1 (20 bytes) or SHA-256 (32 bytes) in hexadecimal.'))
    if (!/^[a-z][\w]*(\.[a-z]\w*)*$/i.test(packageName) || packageName.length > packageNameBytes)
      found.push(error(`${field}.packageName`, `Must be a package name of up to ${packageNameBytes} letters.`))
    if (!/^[0-9a-f]{16}$/i.test(permissions))
      found.push(error(`${field}.permissions`, 'Must be 8 bytes in hexadecimal.'))
  })
  return found
}

/** Checks the server and the code of the Recycle applet. */
function recycleFindings(recycle: RecycleConfig): BuildFinding[] {
  const { host, port } = recycle.server
  const found = resolveFindings('recycle', () => resolveRecycle(recycle))
  if (!/^[a-z0-9.:-]+$/i.test(host) || host.length > hostBytes)
    found.push(error('applets.recycle.server.host', `Must be a host name or an address of up to ${hostBytes} letters.`))
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    found.push(error('applets.recycle.server.port', 'Must be a whole number from 1 to 65535.'))
  return found
}

/** Letters of a host for which the parameters of a Recycle applet with a time fit. */
const hostBytes =
  limitOf({ aids: recycleAppletAids, privileges: noPrivileges }) -
  encodeRecycleParameters({ key: new Uint8Array(16), expireTime: new Date(0), host: 'a', port: 1 }).length +
  1

/** Checks AIDs, privileges, parameters and code of the operator's applet. */
function customFindings(custom: CustomAppletConfig): BuildFinding[] {
  const found: BuildFinding[] = []
  for (const field of ['packageAid', 'classAid', 'instanceAid'] as const) {
    const aid = custom[field]
    if (aid !== undefined && !isAid(aid)) found.push(error(`applets.custom.${field}`, aidText))
  }
  if (!/^([0-9a-f]{2}|[0-9a-f]{6})?$/i.test(custom.privileges ?? ''))
    found.push(error('applets.custom.privileges', 'Must be 1 or 3 bytes in hexadecimal.'))
  for (const field of ['parameters', 'toolkitParameters'] as const) {
    if (!/^([0-9a-f]{2})*$/i.test(custom[field] ?? ''))
      found.push(error(`applets.custom.${field}`, 'Must be hexadecimal.'))
  }
  if (found.length > 0) return found
  found.push(...resolveFindings('custom', () => resolveCustom(custom)))
  if (found.length > 0) return found
  const resolved = resolveCustom(custom)
  for (const aid of Object.values(resolved.aids).map(toHex)) {
    if (isReservedAid(aid))
      return [error('applets.custom.instanceAid', `AIDs that begin with ${aid.slice(0, 10)} are reserved.`)]
  }
  return parametersFinding('applets.custom.parameters', fromHex(custom.parameters ?? ''), resolved)
}

/** Checks the length of install parameters. */
export function parametersFinding(field: string, parameters: Uint8Array, applet: ResolvedApplet): BuildFinding[] {
  const limit = limitOf(applet)
  return parameters.length > limit ? [error(field, `Takes up to ${limit} bytes for this applet.`)] : []
}

const aidText = 'Must be an AID of 5 to 16 bytes in hexadecimal.'
const isAid = (hex: string) => /^([0-9a-f]{2}){5,16}$/i.test(hex)

/** The fault of an applet's code. */
function resolveFindings(applet: keyof AppletsConfig, resolve: () => unknown): BuildFinding[] {
  try {
    resolve()
    return []
  } catch (cause) {
    if (!(cause instanceof SaipError)) throw cause
    return [error(`applets.${applet}.code`, cause.message)]
  }
}
