import { orderStates, profileStatuses } from '@simwright/contract/profiles/profile-state'
import { operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'
import { describe, expect, test } from 'vitest'
import { type Fitness, whyUnfit } from './fitness.ts'
import { KINDS } from './kinds.ts'

const pools = [
  { codeKind: 'single', member: null },
  { codeKind: 'rotation', member: null },
  { codeKind: 'pooled', member: 'FREE' },
  { codeKind: 'pooled', member: 'HELD' },
  { codeKind: 'pooled', member: 'TAKEN' },
] as const

const profiles: readonly Fitness[] = profileStatuses.flatMap((status) =>
  orderStates.flatMap((order) =>
    [true, false].flatMap((isBound) => pools.map((pool) => ({ status, order, isBound, ...pool }))),
  ),
)

describe.each(operationKinds)('%s', (kind) => {
  const { whyNot, undoable } = KINDS[kind]

  test('has a reason for every profile that it skips, and fits some', () => {
    const reasons = profiles.map((profile) => whyUnfit(whyNot, profile))
    expect(reasons).toContain(undefined)
    expect(new Set(reasons).size).toBeGreaterThan(1)
  })

  test('can be undone if the contract says so', () => {
    expect(undoable).toBe(operationRow(kind).undoable)
  })
})

const waiting = { status: 'AVAILABLE', order: 'Released', isBound: false, codeKind: 'single', member: null } as const
const enabled = { ...waiting, status: 'ENABLED', order: 'Installed' } as const
const inCampaign = { ...waiting, codeKind: 'pooled', member: 'FREE' } as const

test.each([
  ['AGAIN', enabled, 'held'],
  ['AGAIN', inCampaign, 'inCampaign'],
  ['AGAIN', { ...inCampaign, status: 'DELETED', order: 'Available', member: 'TAKEN' }, undefined],
  ['REMOVE', enabled, 'held'],
  ['GROUP', enabled, undefined],
  ['GROUP', { ...waiting, status: 'REMOVED' }, 'removed'],
  ['BIND', { ...waiting, isBound: true }, 'bound'],
  ['BIND', { ...inCampaign, isBound: true }, 'bound'],
  ['BIND', inCampaign, 'inCampaign'],
  ['BIND', enabled, 'notWaiting'],
  ['FREE', waiting, 'notBound'],
  ['FREE', { ...inCampaign, isBound: true }, 'inCampaign'],
  ['EXPIRY', inCampaign, 'inCampaign'],
  ['CONFIRMATION', { ...enabled, codeKind: 'rotation' }, 'rotates'],
  ['CONFIRMATION', { ...inCampaign, status: 'ENABLED' }, 'inCampaign'],
  ['CONFIRMATION', enabled, 'notWaiting'],
  ['ATTEMPTS', { ...waiting, status: 'DOWNLOADED', order: 'Downloaded' }, undefined],
  ['ATTEMPTS', enabled, 'notWaiting'],
  ['RECYCLE', { ...waiting, order: 'Available' }, 'inStock'],
  ['RECYCLE_TIME', waiting, undefined],
] as const)('%s of %o: %s', (kind, profile, reason) => {
  expect(whyUnfit(KINDS[kind].whyNot, profile)).toBe(reason)
})
