import { globSync } from 'node:fs'
import { type ImportGraph, readImportGraph } from '../check/import-graph.ts'
import { readSource, type Source } from '../check/syntax.ts'

/** What a file is for. `product` is what a user runs; `tool` is code of `scripts`. */
export type Part = 'product' | 'test' | 'tool'

/** A source file, with its part and number of lines. */
export type MeasuredFile = Source & { part: Part; lines: number }

/** The source files of a checkout, and their imports. Generated files are left out. */
export type Tree = { root: string; files: readonly MeasuredFile[]; graph: ImportGraph }

const TEST = /\.test\.tsx?$|\.states\.tsx$|\/testing\/|^tests\/|^apps\/web\/src\/states\//
const GENERATED = /\.gen\.ts$/

export function partOf(path: string): Part {
  if (TEST.test(path)) return 'test'
  return path.startsWith('scripts/') ? 'tool' : 'product'
}

export function readTree(root: string): Tree {
  const graph = readImportGraph(root)
  const files = graph.files
    .filter((path) => !GENERATED.test(path))
    .map((path): MeasuredFile => {
      const source = readSource(root, path)
      return { ...source, part: partOf(path), lines: lineCount(source.text) }
    })
  return { root, files, graph }
}

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

/** Files that match, from the root. */
export function filesOf(root: string, pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).toSorted()
}
