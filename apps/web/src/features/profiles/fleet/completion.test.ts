import { describe, expect, test } from 'vitest'
import { completionsOf } from './completion.ts'

const names = { group: ['lab', 'Field test', 'Vans'] }
const valuesFor = (text: string) => completionsOf(text, names).map(({ value }) => value)

describe('the query bar offers', () => {
  test('fields that begin as written, behind what stands there', () => {
    expect(valuesFor('status:available gr')).toEqual(['status:available group:'])
    expect(valuesFor('ag')).toEqual(['age>'])
  })

  test('values of a field, in any case of letters', () => {
    expect(valuesFor('status:av')).toEqual(['status:available'])
    expect(valuesFor('status:available,er')).toEqual(['status:available,error'])
    expect(valuesFor('group:V')).toEqual(['group:Vans'])
  })

  test('names with spaces in quotation marks', () => {
    expect(valuesFor('group:f')).toEqual(['group:"Field test"'])
  })

  test('nothing that cannot match', () => {
    expect(valuesFor('order:')).not.toContain('order:linked')
    expect(valuesFor('ty')).toEqual([])
  })

  test('nothing for a field that is none, and for numbers', () => {
    expect(valuesFor('colour:r')).toEqual([])
    expect(valuesFor('8944')).toEqual([])
  })
})
