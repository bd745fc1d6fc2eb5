import { expect, test } from 'vitest'
import { changesOf, factLabel } from './change.ts'

test('a fact is told before and after', () => {
  const changes = changesOf({ name: 'Harbour', enabled: true }, { name: 'Harbour Mobile', enabled: false }, [
    'name',
    'enabled',
  ])
  expect(changes).toEqual([
    { name: 'Name', before: ['Harbour'], after: ['Harbour Mobile'], isList: false },
    { name: 'Enabled', before: ['Yes'], after: ['No'], isList: false },
  ])
})

test('of a list, what went and what was added is told', () => {
  const [change] = changesOf({ permissions: ['Report', 'Fleet_View'] }, { permissions: ['Fleet_View', 'Analytic'] }, [
    'permissions',
  ])
  expect(change).toEqual({ name: 'Permissions', before: ['Report'], after: ['Analytic'], isList: true })
})

test('a list in another order is told whole', () => {
  const [change] = changesOf({ fplmn: ['00101', '99970'] }, { fplmn: ['99970', '00101'] }, ['fplmn'])
  expect(change).toMatchObject({ before: ['00101', '99970'], after: ['99970', '00101'] })
})

test('of a fact with parts, those that differ are told', () => {
  const changes = changesOf({ address: { city: '', street: 'A 1' } }, { address: { city: 'Oslo', street: 'A 1' } }, [
    'address',
  ])
  expect(changes).toEqual([{ name: 'Address, city', before: [], after: ['Oslo'], isList: false }])
})

test('networks are told with their access technologies', () => {
  const [change] = changesOf(null, { hplmn: [{ plmn: '00101', access: ['UTRAN', 'E-UTRAN'] }] }, ['hplmn'])
  expect(change).toMatchObject({ name: 'HPLMN', before: [], after: ['00101 (UTRAN, E-UTRAN)'] })
})

test('names of facts are words', () => {
  expect(['maxRedownloads', 'gid1', 'clientId', 'postalCode'].map(factLabel)).toEqual([
    'Max redownloads',
    'GID1',
    'Client ID',
    'Postal code',
  ])
})

test('facts come in the order of the deed, without those that are nothing on both sides', () => {
  const changes = changesOf(null, { gid1: '', version: 1, name: 'Harbour', fplmn: [] }, [
    'name',
    'gid1',
    'fplmn',
    'version',
  ])
  expect(changes.map(({ name }) => name)).toEqual(['Name', 'Version'])
})
