/** The logic of ARA-M, which holds the access rules of the card: GlobalPlatform Secure Element Access Control 1.1. */
import { Asn1Error, concat, equalBytes, readTlv, readTlvs, type Tlv, writeTlv } from '@simwright/asn1'
import { type Apdu, CardRefusal, type CommandAnswer, SW } from './apdu.ts'
import type { Applet, AppletCard, AppletLogic, AppletSession } from './applet.ts'

const NOTHING = new Uint8Array(0)

/** The memory is the refresh tag, which changes with the rules, then the rules (REF-AR-DO). */
const REFRESH_TAG_BYTES = 8
/** Rules that fit into the memory of the applet, in bytes. */
const MAX_RULE_BYTES = 16 * 1024

/** Data objects of rules, and of the commands in STORE DATA (clauses 5 and 6). */
const TAG = {
  aid: 0x4f,
  noAid: 0xc0,
  reference: 0xe1,
  rule: 0xe2,
  access: 0xe3,
  storeRule: 0xf0,
  delete: 0xf1,
  updateRefreshTag: 0xf2,
} as const

/** P1 and P2 of GET DATA (clause 4.2). */
const GET = { allRules: 0xff40, specificRule: 0xff50, nextBytes: 0xff60, refreshTag: 0xdf20 } as const
const INS_GET_DATA = 0xca
const INS_STORE_DATA = 0xe2
const CLASS_PROPRIETARY = 0x80

/** Status words of ARA-M: the rule already exists. */
const SW_RULE_EXISTS = 0x6381

const rulesOf = ({ memory }: Applet): Tlv[] => readTlvs(memory.subarray(REFRESH_TAG_BYTES))

/** Replaces the rules and the refresh tag. @throws CardRefusal 6A84 if they do not fit */
function writeRules(applet: Applet, card: AppletCard, rules: readonly Tlv[]): void {
  const bytes = concat(...rules.map(({ raw }) => raw))
  if (bytes.length > MAX_RULE_BYTES) throw new CardRefusal(SW.noMemory)
  applet.memory = concat(card.random(REFRESH_TAG_BYTES), bytes)
}

/** A data object inside a rule. Undefined if there is none. */
const partOf = (rule: Tlv, tag: number) => readTlvs(rule.value).find((object) => object.tag === tag)

/** Whether a rule has a reference and an access part, and nothing else. */
function isRule(object: Tlv): boolean {
  const tags = readTlvs(object.value).map(({ tag }) => tag)
  return object.tag === TAG.rule && tags.length === 2 && tags[0] === TAG.reference && tags[1] === TAG.access
}

/** Command-Store-REF-AR-DO: adds a rule. A rule that exists is not stored twice. */
function storeRule(applet: Applet, card: AppletCard, command: Tlv): CommandAnswer {
  const [rule, ...others] = readTlvs(command.value)
  if (!rule || others.length > 0 || !isRule(rule)) throw new CardRefusal(SW.wrongData)
  const rules = rulesOf(applet)
  if (rules.some(({ raw }) => equalBytes(raw, rule.raw))) return { data: NOTHING, sw: SW_RULE_EXISTS }
  writeRules(applet, card, [...rules, rule])
  return NOTHING
}

/** The rules that Command-Delete names: all, those of an AID, of a reference, or one rule. */
function isDeleted(rule: Tlv, wanted: Tlv | undefined): boolean {
  if (!wanted) return true
  if (wanted.tag === TAG.rule) return equalBytes(rule.raw, wanted.raw)
  const reference = partOf(rule, TAG.reference)
  if (wanted.tag === TAG.reference) return reference !== undefined && equalBytes(reference.raw, wanted.raw)
  const aid = reference && readTlvs(reference.value).find(({ tag }) => tag === TAG.aid || tag === TAG.noAid)
  return aid !== undefined && equalBytes(aid.raw, wanted.raw)
}

const DELETABLE: readonly number[] = [TAG.rule, TAG.reference, TAG.aid, TAG.noAid]

/** Command-Delete. @throws CardRefusal 6A88 if no rule is deleted */
function deleteRules(applet: Applet, card: AppletCard, command: Tlv): CommandAnswer {
  const [wanted, ...others] = readTlvs(command.value)
  if (others.length > 0 || (wanted && !DELETABLE.includes(wanted.tag))) throw new CardRefusal(SW.wrongData)
  const rules = rulesOf(applet)
  const left = rules.filter((rule) => !isDeleted(rule, wanted))
  if (wanted && left.length === rules.length) throw new CardRefusal(SW.referencedDataNotFound)
  writeRules(applet, card, left)
  return NOTHING
}

/**
 * STORE DATA (clause 5.1): one command in a data object.
 * @throws CardRefusal 6A80 for malformed data, 6981 for another command, 6A84, 6A88
 */
function storeData(applet: Applet, card: AppletCard, data: Uint8Array): CommandAnswer {
  try {
    const command = readTlv(data)
    if (command.raw.length !== data.length) throw new CardRefusal(SW.wrongData)
    if (command.tag === TAG.storeRule) return storeRule(applet, card, command)
    if (command.tag === TAG.delete) return deleteRules(applet, card, command)
    if (command.tag !== TAG.updateRefreshTag) throw new CardRefusal(SW.commandIncompatible)
    writeRules(applet, card, rulesOf(applet))
    return NOTHING
  } catch (error) {
    if (error instanceof Asn1Error) throw new CardRefusal(SW.wrongData)
    throw error
  }
}

/** The access parts of the rules with this reference. @throws CardRefusal 6A80 if the data is not a reference */
function accessOf(applet: Applet, data: Uint8Array): Uint8Array {
  try {
    const wanted = readTlv(data)
    if (wanted.tag !== TAG.reference || wanted.raw.length !== data.length) throw new CardRefusal(SW.wrongData)
    const found = rulesOf(applet).filter((rule) => equalBytes(partOf(rule, TAG.reference)!.raw, wanted.raw))
    return concat(...found.map((rule) => partOf(rule, TAG.access)!.raw))
  } catch (error) {
    if (error instanceof Asn1Error) throw new CardRefusal(SW.wrongData)
    throw error
  }
}

/** The first `Le` bytes of an answer. The terminal collects the rest with GET DATA [Next]. */
function firstBytes(session: AppletSession, apdu: Apdu, answer: Uint8Array): Uint8Array {
  const chunk = answer.slice(0, Math.min(apdu.expectedBytes ?? 256, 256))
  session.rest = answer.slice(chunk.length)
  return chunk
}

/** GET DATA (clause 4.2). @throws CardRefusal 6985 for [Next] without more bytes, 6A88 for another object */
function getData(applet: Applet, session: AppletSession, apdu: Apdu): Uint8Array {
  switch ((apdu.p1 << 8) | apdu.p2) {
    case GET.allRules:
      return firstBytes(session, apdu, writeTlv(GET.allRules, applet.memory.subarray(REFRESH_TAG_BYTES)))
    case GET.specificRule:
      return firstBytes(session, apdu, writeTlv(GET.specificRule, accessOf(applet, apdu.data)))
    case GET.nextBytes:
      if (session.rest.length === 0) throw new CardRefusal(SW.conditionsNotSatisfied)
      return firstBytes(session, apdu, session.rest)
    case GET.refreshTag:
      return writeTlv(GET.refreshTag, applet.memory.subarray(0, REFRESH_TAG_BYTES))
    default:
      throw new CardRefusal(SW.referencedDataNotFound)
  }
}

/** ARA-M: terminals read the rules, and only the security domain of the applet changes them. */
export const ACCESS_RULE_MASTER: AppletLogic = {
  install(applet, card) {
    applet.memory = card.random(REFRESH_TAG_BYTES)
  },
  storeData,
  run(applet, session, apdu) {
    if (apdu.cla !== CLASS_PROPRIETARY) throw new CardRefusal(SW.claNotSupported)
    if (apdu.ins === INS_GET_DATA) return getData(applet, session, apdu)
    throw new CardRefusal(apdu.ins === INS_STORE_DATA ? SW.securityNotSatisfied : SW.insNotSupported)
  },
}
