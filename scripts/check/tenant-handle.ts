import { globSync } from 'node:fs'
import { type Node, placeOf, readSource, visitNodes } from './syntax.ts'

const TEST = /\.test\.ts$/

/**
 * Functions that take the handle of one enterprise and then its ID, alone or from an object, as `path:line`: the handle says which enterprise it is
 * (`db.enterpriseId`), and a second one could only be wrong.
 */
export function repeatedEnterprises(root: string): string[] {
  return globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((file) => !TEST.test(file))
    .flatMap((file) => {
      const source = readSource(root, file)
      const found: string[] = []
      visitNodes(source.tree, (node) => {
        if (repeatsEnterprise(node.params, source.text)) found.push(placeOf(source, node))
      })
      return found
    })
}

function repeatsEnterprise(params: unknown, text: string): boolean {
  if (!Array.isArray(params)) return false
  return (params as Node[]).some((param, index) => {
    const { name, typeAnnotation: type } = param as Node & { typeAnnotation?: { start: number; end: number } }
    if (name === undefined || !type || !/^:\s*TenantDb$/.test(text.slice(type.start, type.end))) return false
    return namesEnterprise((params as Node[])[index + 1])
  })
}

/** The parameter itself, or a property that it takes out of an object. */
function namesEnterprise(param: Node | undefined): boolean {
  const { name, properties = [] } = (param ?? {}) as { name?: string; properties?: readonly Node[] }
  return name === 'enterpriseId' || properties.some(({ key }) => key?.name === 'enterpriseId')
}
