import type { Endpoint } from '@simwright/contract/endpoint'
import * as fleet from '@simwright/contract/profiles/fleet'
import { shellArgument } from '@simwright/contract/programs/open-api-sample'
import * as push from '@simwright/contract/provisioning/push'

/** The command that makes a call: one for people if there is one that sends the same, else `simwright call`. */
export function commandOf(endpoint: Endpoint, input: unknown): string {
  return [...(wordsFor(endpoint, input) ?? callWords(endpoint, input))].join(' ')
}

/** The command that signs a terminal in. */
export const loginCommand = (origin: string) => `simwright login ${origin} --device`

type ExportInput = { form: string; format: string; selection: object }

function wordsFor(endpoint: Endpoint, input: unknown): string[] | undefined {
  switch (endpoint.path) {
    case fleet.list.path: {
      const { filter, ...rest } = input as { filter?: object; limit?: number }
      const query = queryOf(filter)
      return query && Object.keys(rest).every((name) => name === 'limit')
        ? ['simwright list', ...query, '--all']
        : undefined
    }
    case fleet.exportCsv.path: {
      const { form, format, selection } = input as ExportInput
      const { filter, ...rest } = selection as { filter?: object; except?: readonly string[] }
      const query = filter && (rest.except ?? []).length === 0 && form === 'profiles' ? queryOf(filter) : undefined
      return query && ['simwright export', ...query, `--format ${format}`, `--output profiles.${format}`]
    }
    case push.add.path: {
      const { iccid, eid, ...rest } = input as { iccid: string; eid: string }
      return Object.keys(rest).length === 0 ? ['simwright push', shellWord(iccid), shellWord(eid)] : undefined
    }
    default:
      return undefined
  }
}

/** The option for a filter that has only a query; undefined for any other filter. */
function queryOf(filter: object = {}): string[] | undefined {
  const { query, ...rest } = filter as { query?: string }
  if (Object.keys(rest).length > 0) return undefined
  return query ? [`--query ${shellArgument(query)}`] : []
}

const shellWord = (text: string) => (/^\w+$/.test(text) ? text : shellArgument(text))

function callWords({ path, answer, body }: Endpoint, input: unknown): string[] {
  const words = ['simwright call', path, shellArgument(JSON.stringify(input ?? {}))]
  if (answer === 'file') words.push('--output FILE')
  if (body === 'form-data') words.push('--file FILE')
  return words
}
