import { expect, test } from 'vitest'
import { changesOf, configurationFactTexts, factLabel } from './change.ts'

test('a fact is shown before and after', () => {
  const changes = changesOf(
    { before: { name: 'Harbour', enabled: true }, after: { name: 'Harbour Mobile', enabled: false } },
    ['name', 'enabled'],
  )
  expect(changes).toEqual([
    { name: 'Name', before: ['Harbour'], after: ['Harbour Mobile'], isList: false },
    { name: 'Enabled', before: ['Yes'], after: ['No'], isList: false },
  ])
})

test('a changed list shows only its removed and added values', () => {
  const [change] = changesOf(
    { before: { permissions: ['Report', 'Fleet_View'] }, after: { permissions: ['Fleet_View', 'Analytic'] } },
    ['permissions'],
  )
  expect(change).toEqual({ name: 'Permissions', before: ['Report'], after: ['Analytic'], isList: true })
})

test('a reordered list is shown in full', () => {
  const [change] = changesOf({ before: { fplmn: ['00101', '99970'] }, after: { fplmn: ['99970', '00101'] } }, ['fplmn'])
  expect(change).toMatchObject({ before: ['00101', '99970'], after: ['99970', '00101'] })
})

test('a nested fact shows only the properties that differ', () => {
  const changes = changesOf(
    { before: { address: { city: '', street: 'A 1' } }, after: { address: { city: 'Oslo', street: 'A 1' } } },
    ['address'],
  )
  expect(changes).toEqual([{ name: 'Address, city', before: [], after: ['Oslo'], isList: false }])
})

test('networks are shown with their access technologies', () => {
  const [change] = changesOf(
    { before: null, after: { hplmn: [{ plmn: '00101', access: ['UTRAN', 'E-UTRAN'] }] } },
    ['hplmn'],
    configurationFactTexts,
  )
  expect(change).toMatchObject({ name: 'Home network (HPLMN)', before: [], after: ['00101 (UTRAN, E-UTRAN)'] })
})

test('fact names become readable labels', () => {
  expect(['maxRedownloads', 'oplmn', 'clientId', 'postalCode', 'singleSignOn'].map(factLabel)).toEqual([
    'Max redownloads',
    'OPLMN',
    'Client ID',
    'Postal code',
    'Single sign-on',
  ])
})

test('facts are in the order that the action lists them, without those that are empty on both sides', () => {
  const changes = changesOf({ before: null, after: { gid1: '', version: 1, name: 'Harbour', fplmn: [] } }, [
    'name',
    'gid1',
    'fplmn',
    'version',
  ])
  expect(changes.map(({ name }) => name)).toEqual(['Name', 'Version'])
})

test('facts of a configuration have the labels and values of its form', () => {
  const before = {
    confirmationMode: 'none',
    acLifetimeDays: 30,
    fiveG: { protectionScheme: 'null', suciCalculation: 'ME' },
  }
  const after = {
    confirmationMode: 'random',
    acLifetimeDays: null,
    fiveG: { protectionScheme: 'A', suciCalculation: 'ME' },
  }
  const order = ['fiveG', 'confirmationMode', 'acLifetimeDays']
  expect(changesOf({ before, after }, order, configurationFactTexts)).toEqual([
    {
      name: 'Use in 5G standalone networks, protection scheme',
      before: ['Null'],
      after: ['Profile A'],
      isList: false,
    },
    { name: 'Confirmation code', before: ['Not required'], after: ['Random for each profile'], isList: false },
    { name: 'AC lifetime', before: ['30 days'], after: [], isList: false },
  ])
})
