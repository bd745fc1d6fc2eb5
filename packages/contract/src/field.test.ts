import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  choice,
  eachField,
  factNames,
  factsOf,
  fieldAt,
  fieldOfFact,
  group,
  networks,
  optionalGroup,
  text,
  withoutSecrets,
} from './field.ts'

const word = (label: string) => text({ schema: z.string().optional(), maxLength: 9, label })

const table = {
  title: word('Title'),
  homes: networks({ schema: z.array(z.object({ plmn: z.string(), access: z.array(z.string()) })), label: 'Homes' }),
  lock: group(
    { label: 'Lock', fact: { name: 'lockMode', field: 'mode' } },
    {
      mode: choice(z.enum(['open', 'shut']), {
        label: 'Mode',
        options: { open: { label: 'Open' }, shut: { label: 'Shut' } },
      }),
      key: { ...word('Key'), when: { field: 'mode', is: ['shut'] }, isSecret: true as const },
    },
  ),
  extra: optionalGroup({ label: 'Extra' }, { size: word('Size') }),
}

const values = { title: 'A', homes: [], lock: { mode: 'shut' as const, key: '1234' }, extra: undefined }

describe('a table of fields', () => {
  test('finds a field by its path, in groups too; the path of a list entry finds the list', () => {
    expect(['title', 'lock.key', 'homes.2.plmn', 'extra'].map((path) => fieldAt(table, path)?.label)).toEqual([
      'Title',
      'Key',
      'Homes',
      'Extra',
    ])
    expect(['missing', 'lock.missing', 'toString'].map((path) => fieldAt(table, path))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('iterates active fields, and the fields of present groups', () => {
    expect([...eachField(table, values)].map(({ path }) => path)).toEqual(['title', 'homes', 'lock.mode', 'lock.key'])
    const open = { ...values, lock: { mode: 'open' }, extra: { size: 'S' } }
    expect([...eachField(table, open)].map(({ path }) => path)).toEqual(['title', 'homes', 'lock.mode', 'extra.size'])
  })

  test('excludes secrets from stored values and the audit log', () => {
    expect(withoutSecrets(table, values)).toEqual({ title: 'A', homes: [], lock: { mode: 'shut' }, extra: undefined })
    expect(factsOf(table, values)).toEqual({ title: 'A', homes: [], lockMode: 'shut', extra: undefined })
  })

  test('maps fields to their names in the audit log', () => {
    expect(factNames(table)).toEqual(['title', 'homes', 'lockMode', 'extra'])
    expect(['lockMode', 'extra.size', 'title'].map((path) => fieldOfFact(table, path)?.label)).toEqual([
      'Mode',
      'Size',
      'Title',
    ])
  })
})
