import { createHmac, timingSafeEqual } from 'node:crypto'
import { concat, equalBytes } from '@simwright/asn1'
import { challengeLength } from './field.ts'
import type { BegunSession, ChosenSession, OpenedSession } from './initiate-authentication.ts'
import type { SessionLife } from './session.ts'

/** Where a session was begun. It continues nowhere else. */
export interface SessionPlace {
  interface: 'ES9+' | 'ES11'
  /** A name of the port that is the same in all processes of a server. */
  port: string
}

/** The arguments of beginUnstored. */
export interface UnstoredBeginning {
  place: SessionPlace
  /** At least 16 secret bytes, for sessions that begin at this time. */
  key: Uint8Array
  at: Date
  endsAt: Date
  /** Must be cryptographically secure. */
  random: (length: number) => Uint8Array
}

/** The arguments of recognizeUnstored. */
export interface UnstoredRecognition {
  transactionId: Uint8Array
  place: SessionPlace
  /** The key for sessions of `timeOfUnstored`. */
  key: Uint8Array
  endsAt: Date
  /** The CIs that eUICCs are trusted under. */
  ciKeyIds: readonly Uint8Array[]
  /** The CIs that the server has certificates under. */
  serverCiKeyIds: readonly Uint8Array[]
}

/** A session that was begun without being stored. What it was begun with is found by what the eUICC signs. */
export interface UnstoredSession extends SessionLife {
  /** @returns undefined unless this session was begun with this challenge for this address */
  find(signed: Pick<OpenedSession, 'serverAddress' | 'serverChallenge'>): OpenedSession | undefined
}

/** Milliseconds since 1970. */
const timeBytes = 6
const randomLength = 6
/** Makes an id that the server did not issue recognizable before any signature is verified. */
const tagLength = 4
const idLength = timeBytes + randomLength + tagLength

/**
 * Begins a session that need not be stored. The transaction id (16 bytes, the most that SGP.22 allows) is time,
 * randomness and a tag; the server challenge is an HMAC over the place, the id, the address and both CIs. The eUICC
 * signs id, address and challenge at AuthenticateClient (SGP.22 section 5.7.13), which brings everything back.
 */
export function beginUnstored({ place, key, at, endsAt, random }: UnstoredBeginning) {
  return (chosen: ChosenSession): BegunSession => {
    const unique = concat(encodeTime(at), random(randomLength))
    const transactionId = concat(unique, tagOf(key, place, unique))
    return { transactionId, serverChallenge: challengeOf(key, place, { ...chosen, transactionId }), endsAt }
  }
}

/** The time in a transaction id of beginUnstored; it is not verified. Undefined for an id of another length. */
export function timeOfUnstored(transactionId: Uint8Array): Date | undefined {
  if (transactionId.length !== idLength) return undefined
  return new Date(Buffer.from(transactionId).readUIntBE(0, timeBytes))
}

/** @returns undefined for an id that was not issued with this key at this place */
export function recognizeUnstored(asked: UnstoredRecognition): UnstoredSession | undefined {
  const { transactionId, place, key, endsAt, ciKeyIds, serverCiKeyIds } = asked
  if (transactionId.length !== idLength) return undefined
  const unique = transactionId.subarray(0, -tagLength)
  if (!timingSafeEqual(tagOf(key, place, unique), transactionId.subarray(-tagLength))) return undefined
  const pairs = ciKeyIds.flatMap((ciKeyId) => serverCiKeyIds.map((serverCiKeyId) => ({ ciKeyId, serverCiKeyId })))
  // most sessions have one CI for both directions
  const ordered = pairs.toSorted((a, b) => Number(isOneCi(b)) - Number(isOneCi(a)))
  return {
    transactionId,
    endsAt,
    find: ({ serverAddress, serverChallenge }) => {
      if (serverChallenge.length !== challengeLength) return undefined
      const found = ordered.find((pair) =>
        timingSafeEqual(challengeOf(key, place, { transactionId, serverAddress, ...pair }), serverChallenge),
      )
      return found && { transactionId, serverChallenge, serverAddress, endsAt, ...found }
    },
  }
}

type CiPair = Pick<ChosenSession, 'ciKeyId' | 'serverCiKeyId'>

const isOneCi = ({ ciKeyId, serverCiKeyId }: CiPair): boolean => equalBytes(ciKeyId, serverCiKeyId)

function encodeTime(at: Date): Uint8Array {
  const bytes = Buffer.alloc(timeBytes)
  bytes.writeUIntBE(at.getTime(), 0, timeBytes)
  return bytes
}

function tagOf(key: Uint8Array, place: SessionPlace, unique: Uint8Array): Uint8Array {
  return hmac(key, ['transaction ID', place.interface, place.port, unique]).subarray(0, tagLength)
}

type Bound = ChosenSession & { transactionId: Uint8Array }

/** Host names are compared ignoring case, as in the check of the signed address. */
function challengeOf(key: Uint8Array, place: SessionPlace, bound: Bound): Uint8Array {
  const { transactionId, serverAddress, ciKeyId, serverCiKeyId } = bound
  const address = serverAddress.toLowerCase()
  const facts = ['server challenge', place.interface, place.port, transactionId, address, ciKeyId, serverCiKeyId]
  return hmac(key, facts).subarray(0, challengeLength)
}

/** HMAC-SHA-256 over the facts, each after its length: no two lists of facts have the same input. */
function hmac(key: Uint8Array, facts: readonly (string | Uint8Array)[]): Uint8Array {
  const sum = createHmac('sha256', key)
  for (const fact of facts) {
    const bytes = typeof fact === 'string' ? Buffer.from(fact) : fact
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    sum.update(length).update(bytes)
  }
  return Uint8Array.from(sum.digest())
}
