import { describe, expect, test } from 'vitest'
import { cancelReasonNumbers } from './download-message.ts'
import { bppCommandIds, installErrorNumbers } from './notification-message.ts'
import {
  cancelFact,
  cancelReasonNumber,
  cancelReasons,
  installErrorFact,
  installErrorNumber,
  installErrors,
  notificationPoints,
} from './outcome.ts'
import { asn1ErrorNumber, type Es9Function, type RefusalName, RspRefusal, refusals } from './refusal.ts'
import { reasons, subjects } from './status-code.ts'
import facts from './vectors/sgp22-status-codes.json' with { type: 'json' }

const names = Object.keys(refusals) as RefusalName[]

/** Pairs of the standard's ES9+ table that this server never returns, with the reason. */
const unused = new Map([
  ['8.1.1/2.1', 'seen in one client only; a malformed EID is an invalid certificate here'],
  ['8.2.8/1.2', 'policy rules are part of the eligibility check: 8.2.5/4.3'],
])

describe('refusals', () => {
  test('every pair of the ES9+ table is used except the listed ones', () => {
    const given = new Set(names.map((name) => `${refusals[name].subjectCode}/${refusals[name].reasonCode}`))
    const listed = facts.combinations
      .filter((combination) => combination.function.startsWith('ES9+.'))
      .map(({ subjectCode, reasonCode }) => `${subjectCode}/${reasonCode}`)
    expect([...new Set(listed)].filter((pair) => !given.has(pair)).sort()).toEqual([...unused.keys()].sort())
  })

  test('the pairs are unique, and all but two are in the table', () => {
    const pairs = names.map((name) => `${refusals[name].subjectCode}/${refusals[name].reasonCode}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    const listed = new Set(facts.combinations.map((entry) => `${entry.subjectCode}/${entry.reasonCode}`))
    expect(pairs.filter((pair) => !listed.has(pair))).toEqual(['1.3.1/2.1', '1.1/1.1'])
  })

  test('the numbers of the ASN.1 binding are those of the table', () => {
    for (const entry of facts.combinations) {
      const name = names.find(
        (candidate) =>
          refusals[candidate].subjectCode === entry.subjectCode && refusals[candidate].reasonCode === entry.reasonCode,
      )
      const number = Number(/\((\d+)\)/.exec(entry.asn1Error)?.[1])
      if (!name || !entry.function.startsWith('ES9+.') || Number.isNaN(number)) continue
      const es9Function = entry.function.slice(5).replace(/^./, (letter) => letter.toLowerCase()) as Es9Function
      if (name === 'order_expired') continue
      expect(asn1ErrorNumber(name, es9Function), `${entry.function} ${name}`).toBe(number)
    }
    expect(asn1ErrorNumber('order_expired', 'getBoundProfilePackage')).toBe(6)
    expect(asn1ErrorNumber('order_expired', 'authenticateClient')).toBe(127)
  })

  test.each(names)('%s has known codes and a sentence without technical terms', (name) => {
    const refusal = new RspRefusal(name, { detail: 'for the log' })
    expect(subjects[refusal.subjectCode]).toBeTruthy()
    expect(reasons[refusal.reasonCode]).toBeTruthy()
    expect(refusal.message).toMatch(/^[A-Z][^|{}]{15,110}\.$/)
    expect(refusal.message).not.toMatch(/euicc|ASN|signature|null|undefined|log/i)
  })

  test('codes fit the 4-bit digits in which phones pack them', () => {
    for (const name of names) {
      for (const code of [refusals[name].subjectCode, refusals[name].reasonCode]) {
        const parts = code.split('.').map(Number)
        expect(parts.length).toBeLessThanOrEqual(3)
        expect(Math.max(...parts)).toBeLessThanOrEqual(15)
      }
    }
  })
})

test('subjects and reasons are those of the standard', () => {
  expect(subjects).toEqual(facts.subjectCodes)
  expect(reasons).toEqual(facts.reasonCodes)
})

describe('cancel reasons', () => {
  test.each(facts.cancelSessionReasons)('$name', ({ name, value, terminal, statusToOperator }) => {
    const reason = name.replace(' (v3)', '') as keyof typeof cancelReasons
    expect(cancelReasonNumbers[reason]).toBe(value)
    const { terminal: ends, operatorStatus } = cancelReasons[reason]
    expect(ends).toBe(terminal)
    const status = operatorStatus && `${operatorStatus.subjectCode}/${operatorStatus.reasonCode}`
    expect(status ?? null).toBe(statusToOperator?.split(' or ')[0] ?? null)
  })

  test('there are no others, and an unknown number ends the order', () => {
    expect(Object.keys(cancelReasons)).toHaveLength(facts.cancelSessionReasons.length)
    expect(cancelFact(99)).toBe(cancelReasons.undefinedReason)
    expect([cancelReasonNumber(99), cancelReasonNumber('postponed')]).toEqual([99, 1])
  })
})

describe('installation errors', () => {
  test.each(facts.profileInstallationErrorReason)('$value $name', ({ name, value, retryAllowed }) => {
    const found = Object.entries(installErrorNumbers).find(([, number]) => number === value)![0]
    const same = value === 13 ? 'installFailedDueToDataMismatch' : name.replace(/ \(.*/, '')
    expect(found).toBe(same)
    expect(installErrors[found as keyof typeof installErrors].retryAllowed).toBe(retryAllowed)
  })

  test('there are no others, and an unknown number allows no retry', () => {
    expect(Object.keys(installErrors)).toHaveLength(facts.profileInstallationErrorReason.length)
    expect(installErrorFact(77).retryAllowed).toBe(false)
    expect([installErrorNumber(77), installErrorNumber('pprNotAllowed')]).toEqual([77, 15])
  })

  test('the commands of a bound package are numbered as in the standard', () => {
    for (const [number, name] of Object.entries(facts.bppCommandId)) {
      expect(bppCommandIds[name as keyof typeof bppCommandIds]).toBe(Number(number))
    }
  })
})

test('the operator is notified at four points', () => {
  expect(Object.values(notificationPoints)).toEqual([1, 2, 3, 4])
})
