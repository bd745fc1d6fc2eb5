import { validate } from '@scalar/openapi-parser'
import { endpoints, openToPrograms } from '@simwright/contract'
import { signedCalls } from '@simwright/contract/programs/open-api'
import type { SignedCall } from '@simwright/contract/programs/signed-call'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { programApi } from './programs.ts'
import { namedCalls } from './short-name.ts'

type Media = { example?: { obj?: unknown } }
type Content = { content?: Record<string, Media>; headers?: object }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: object[]
  requestBody?: Content
  responses: Record<string, Content>
}

const document = programApi() as {
  tags: { name: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

type Schemas = { input: z.ZodType; output: z.ZodType }
const schemasOf = new Map<string, Schemas>([
  ...endpoints.map(({ name, endpoint }) => [name, endpoint] as const),
  ...Object.entries<SignedCall>(signedCalls).map(([name, call]) => [`openApi.${name}`, call] as const),
])
const calls = operations.map((operation) => [operation.operationId, operation] as const)
const find = (operationId: string) => schemasOf.get(operationId.replace(/^(openApi\..*?)\d+$/, '$1'))!

describe('the document for programs', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(await validate(JSON.stringify(document))).toMatchObject({ valid: true, version: '3.1' })
  })

  test('has the calls that are open to keys, the signed ones, and no other', () => {
    const listed = operations.map(({ operationId }) => operationId).filter((id) => !id.startsWith('openApi.'))
    const open = endpoints.filter(({ endpoint }) => openToPrograms(endpoint)).map(({ name }) => name)
    expect(listed.toSorted()).toEqual(open.toSorted())
    const signed = operations.length - listed.length
    const pathsOf = ({ alsoAt = [], onHost }: SignedCall) => 1 + alsoAt.length + (onHost ? 1 : 0)
    expect(signed).toBe(Object.values<SignedCall>(signedCalls).reduce((sum, call) => sum + pathsOf(call), 0))
  })

  test('has its groups by task: every group is in one task, codes are generated first', () => {
    const groups = document.tags.map(({ name }) => name)
    expect(document['x-tagGroups'].flatMap(({ tags }) => tags)).toEqual(groups)
    expect(groups.slice(0, 3)).toEqual(['batch', 'source', 'fleet'])
    const inOrder = operations.map(({ operationId }) => operationId.split('.')[0]!)
    expect([...new Set(inOrder)]).toEqual(groups)
    const firstOf = (group: string) => operations.find(({ tags }) => tags[0] === group)?.operationId
    expect(['batch', 'source', 'fleet', 'campaign'].map(firstOf)).toEqual([
      ...['batch.start', 'source.upload', 'fleet.list', 'campaign.list'],
    ])
  })

  test('has a short name for each call, once in its group; its description says the rest', () => {
    for (const group of document.tags) {
      const names = operations.filter(({ tags }) => tags[0] === group.name).map(({ summary }) => summary)
      expect([group.name, names.length]).toEqual([group.name, new Set(names).size])
    }
    expect(operations.filter(({ summary }) => summary.length > 24 && !summary.endsWith('(address 2)'))).toEqual([])
    expect(operations.filter(({ description }) => !/^[A-Z].{8,}\.$/.test(description))).toEqual([])
    const ids = operations.map(({ operationId }) => operationId)
    expect(namedCalls.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('names no session, cookie or call of staff', () => {
    const text = JSON.stringify(document)
    expect(text).not.toMatch(/__Host-binding|"binding"|"token":\[\]/)
    expect(operations.every(({ security }) => security.length === 1)).toBe(true)
    expect(Object.keys(document.paths).filter((path) => path.includes('/admin/'))).toEqual([])
  })

  test.each(calls)('%s has examples that its schemas accept, and refusals', (name, { requestBody, responses }) => {
    const { input, output } = find(name)
    const sent = requestBody?.content?.['application/json']?.example
    if (sent !== undefined) expect(input.safeParse(sent).error?.issues).toBeUndefined()
    const answered = responses['200']?.content?.['application/json']?.example
    if (answered !== undefined) expect(output.safeParse(answered.obj).error?.issues).toBeUndefined()
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '429', 'default'])
    expect(Object.keys(responses['200']!.headers!)).toEqual(['X-Request-Id', 'RateLimit-Policy', 'RateLimit'])
  })
})
