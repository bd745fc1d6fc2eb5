import { type Node, type Source, visitNodes } from '../check/syntax.ts'
import { lineCount } from './tree.ts'

/** A function of the product is not longer. */
export const LONGEST_FUNCTION = 60

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The number of lines of each function of a file, nested ones too. */
export function functionLengths(source: Source): number[] {
  return functionsOf(source.tree).map((node) => lengthOf(source, node))
}

/** The number of lines of a node. */
export const lengthOf = ({ text }: Source, { start, end }: Node): number => lineCount(text.slice(start, end as number))

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
