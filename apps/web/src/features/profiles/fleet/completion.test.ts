import { parseFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { describe, expect, test } from 'vitest'
import { completionsOf } from './completion.ts'

const names = { group: ['lab', 'Field test', 'Vans'] }
const valuesFor = (text: string) => completionsOf(text, names).map(({ value }) => value)

describe('the query bar offers', () => {
  test('words that begin with the last term, after the terms before it', () => {
    expect(valuesFor('status:available gr')).toEqual(['status:available group:'])
    expect(valuesFor('ag')).toEqual(['age>'])
  })

  test('values of a field, ignoring case', () => {
    expect(valuesFor('status:av')).toEqual(['status:available'])
    expect(valuesFor('status:available,er')).toEqual(['status:available,error'])
    expect(valuesFor('group:V')).toEqual(['group:Vans'])
  })

  test('names with spaces in quotation marks', () => {
    expect(valuesFor('group:f')).toEqual(['group:"Field test"'])
  })

  test('names with quotation marks, escaped as the query parser expects', () => {
    const [text] = completionsOf('brand:a', { brand: ['Acme "One"'] }).map(({ value }) => value)
    expect(text).toBe('brand:"Acme ""One"""')
    expect(parseFleetQuery(text!).terms).toEqual([{ kind: 'values', field: 'brand', values: ['Acme "One"'] }])
  })

  test('every word with an operator that it accepts', () => {
    expect(valuesFor('a')).toEqual(['ac:', 'age>'])
    expect(valuesFor('cr')).toEqual(['created:'])
  })

  test('the states of orders that operators place', () => {
    expect(valuesFor('order:')).toEqual(expect.arrayContaining(['order:allocated', 'order:linked', 'order:confirmed']))
  })

  test('nothing for an unknown word, and for numbers', () => {
    expect(valuesFor('colour:r')).toEqual([])
    expect(valuesFor('8944')).toEqual([])
  })
})
