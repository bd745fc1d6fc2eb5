import { API_PREFIX, type Endpoint, endpoints, openToPrograms } from '@simwright/contract'
import { describe, expect, test } from 'vitest'
import { openApi } from './openapi.ts'

type Operation = { operationId: string; security: unknown[]; requestBody?: unknown; parameters: unknown[] }
const document = openApi() as { paths: Record<string, Record<string, Operation>>; components: { schemas: object } }
const text = JSON.stringify(document)

/** A session, or an API key where programs may call; nothing for a public endpoint. */
function securityOf(endpoint: Endpoint): object[] {
  if (endpoint.access === 'public') return []
  const session = { token: [], binding: [] }
  return openToPrograms(endpoint) ? [session, { key: [] }] : [session]
}

describe('the OpenAPI document', () => {
  test.each(endpoints.map(({ name, endpoint }) => [name, endpoint] as const))('describes %s', (name, endpoint) => {
    const operation = document.paths[`${API_PREFIX}${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(operation?.security).toEqual(securityOf(endpoint))
    expect(operation?.requestBody !== undefined).toBe(endpoint.method === 'POST')
  })

  test('every reference resolves', () => {
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '')
    expect(references.length).toBeGreaterThan(endpoints.length)
    for (const path of new Set(references)) {
      const found = path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
      expect([path, found]).toEqual([path, expect.anything()])
    }
  })

  test('entities are named components, and no other references to them are left', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Batch', 'Configuration', 'PermissionNode', 'ProfileRow', 'Refusal', 'Source']),
    )
    expect(text).not.toMatch(/\$defs|__schema|"id":"[A-Z]/)
  })
})
