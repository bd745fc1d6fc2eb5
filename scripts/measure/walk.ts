import type { ImportGraph } from '../check/import-graph.ts'
import { type Node, visitNodes } from '../check/syntax.ts'
import type { MeasuredFile, Tree } from './tree.ts'

/** A walk through the code: the function that it starts with, as `path#name`. The first start that exists counts. */
export type Walk = { name: string; starts: readonly string[] }

const MODULES = 'apps/server/src/modules'

export const WALKS: readonly Walk[] = [
  { name: 'row to code', starts: [`${MODULES}/provisioning/generate/run.ts#runBatch`] },
  {
    name: 'authenticateClient',
    starts: [
      `${MODULES}/provisioning/smdp/es9/authenticate.ts#authenticateClient`,
      `${MODULES}/provisioning/smdp/authenticate.ts#authenticateClient`,
      `${MODULES}/provisioning/smdp/authenticate.ts#authenticate`,
    ],
  },
  { name: 'move into a group', starts: [`${MODULES}/provisioning/operations/run.ts#runOperation`] },
]

/** What a walk can reach. `statements`: places in its functions that send SQL or build it. */
export type Reached = { files: number; functions: number; statements: number }

type Declared = ReadonlyMap<string, Node>
type Imported = ReadonlyMap<string, { path: string; name: string }>
type Outline = { declared: Declared; imported: Imported; passedOn: Imported; everything: readonly string[] }

/**
 * The files and top-level functions that a function of the checkout can reach, by name: an upper bound that follows
 * each branch and each table of functions. @returns undefined if no start exists
 */
export function walk({ files, graph }: Tree, { starts }: Walk): Reached | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const outlines = new Map<string, Outline>()
  const outlineAt = (path: string) => {
    const file = byPath.get(path)
    if (!file) return undefined
    const outline = outlines.get(path) ?? outlineOf(file, graph)
    outlines.set(path, outline)
    return outline
  }
  const found = (path: string, name: string, seen = new Set<string>()): string | undefined => {
    const outline = outlineAt(path)
    if (!outline || seen.has(path)) return undefined
    seen.add(path)
    if (outline.declared.has(name)) return `${path}#${name}`
    const to = outline.passedOn.get(name) ?? outline.imported.get(name)
    if (to) return found(to.path, to.name, seen)
    return outline.everything.map((other) => found(other, name, seen)).find((one) => one !== undefined)
  }
  const start = starts.map((one) => found(...(one.split('#') as [string, string]))).find((one) => one !== undefined)
  return start === undefined ? undefined : reachedFrom(start, outlineAt, found)
}

function reachedFrom(
  start: string,
  outlineAt: (path: string) => Outline | undefined,
  found: (path: string, name: string) => string | undefined,
): Reached {
  const reached = new Set([start])
  const waiting = [start]
  let statements = 0
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [path = '', name = ''] = at.split('#')
    const outline = outlineAt(path)!
    const { names, sends } = namesWithin(outline.declared.get(name)!)
    statements += sends
    for (const used of names) {
      const to = found(path, used)
      if (to === undefined || reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return { files: new Set([...reached].map((one) => one.split('#')[0])).size, functions: reached.size, statements }
}

const BUILDS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'insertWrite'])
const SQL_TAGS = new Set(['sql', 'fragment'])

function namesWithin(declaration: Node): { names: ReadonlySet<string>; sends: number } {
  const names = new Set<string>()
  let sends = 0
  visitNodes(declaration, (node, [parent]) => {
    if (node.type === 'Identifier' && !(parent?.type === 'MemberExpression' && parent.property === node))
      names.add(node.name ?? '')
    // x.y of `import * as x`
    if (node.type === 'MemberExpression' && node.object?.type === 'Identifier' && node.property?.type === 'Identifier')
      names.add(`${node.object.name}.${node.property.name}`)
    if (node.type === 'CallExpression' && BUILDS.has(node.callee?.property?.name ?? node.callee?.name ?? '')) sends += 1
    if (node.type === 'TaggedTemplateExpression' && SQL_TAGS.has(node.tag?.name ?? '')) sends += 1
  })
  return { names, sends }
}

function outlineOf({ path, tree }: MeasuredFile, { imports }: ImportGraph): Outline {
  const targets = new Set(imports.filter(({ from }) => from === path).map(({ to }) => to))
  const targetOf = (node: Node) => {
    const request = String((node.source as Node).value)
    const end = request.replace(/^(\.{1,2}\/)+/, '').replace(/^@simwright\//, '')
    return [...targets].find((to) => to.endsWith(`/${end}`) || to === end || to.startsWith(`packages/${end}/`)) ?? ''
  }
  const declared = new Map<string, Node>()
  const imported = new Map<string, { path: string; name: string }>()
  const passedOn = new Map<string, { path: string; name: string }>()
  const everything: string[] = []
  for (const statement of tree.body as readonly Node[]) {
    if (statement.type === 'ImportDeclaration') {
      for (const one of statement.specifiers as readonly Node[]) {
        const name = (one.imported as Node | undefined)?.name ?? '*'
        imported.set((one.local as Node).name ?? '', { path: targetOf(statement), name })
      }
    } else if (statement.type === 'ExportAllDeclaration') everything.push(targetOf(statement))
    else if (statement.type === 'ExportNamedDeclaration' && statement.source) {
      for (const one of statement.specifiers as readonly Node[])
        passedOn.set((one.exported as Node).name ?? '', {
          path: targetOf(statement),
          name: (one.local as Node).name ?? '',
        })
    } else for (const [name, node] of namesDeclared(statement)) declared.set(name, node)
  }
  return { declared, imported, passedOn, everything }
}

/** Functions, classes and values; types are not walked. */
function namesDeclared(statement: Node): [string, Node][] {
  const inner = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
  if (!inner) return []
  if (inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration') return [[inner.id?.name ?? '', inner]]
  if (inner.type !== 'VariableDeclaration') return []
  return (inner.declarations as readonly Node[]).flatMap((one): [string, Node][] =>
    one.id?.type === 'Identifier' ? [[one.id.name ?? '', one]] : [],
  )
}
