import { type Node, type Source, visitNodes } from '../check/syntax.ts'
import { lineCount } from './tree.ts'

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The number of lines of each function of a file, nested ones too. */
export function functionLengths({ tree, text }: Source): number[] {
  return functionsOf(tree).map((node) => lineCount(text.slice(node.start, node.end as number)))
}

export function functionsOf(tree: Node): Node[] {
  const found: Node[] = []
  visitNodes(tree, (node) => {
    if (FUNCTIONS.has(node.type)) found.push(node)
  })
  return found
}

/** The parameters of functions that are one value with this name. */
export function parametersNamed(name: string, { tree }: Source): number {
  const parameters = functionsOf(tree).flatMap((node) => node.params as readonly Node[])
  return parameters.filter((one) => one.type === 'Identifier' && one.name === name).length
}
