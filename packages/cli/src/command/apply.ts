import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { OutputOf, SimwrightClient } from '@simwright/client'
import { parseAllDocuments } from 'yaml'
import type { Call, Command } from '../command.ts'
import { CommandError, EXIT } from '../exit-code.ts'
import { printable, write } from '../terminal.ts'

type Planned = OutputOf<'/configuration/yaml/plan'> & { file: string; yaml: string }

const FILES = 'FILE...'
const NOT_COMPARED = 'A fixed confirmation code is write-only: it is not compared.'

export const plan: Command = {
  name: 'plan',
  takes: FILES,
  summary: 'Show how profile configurations would change, from YAML files or folders of them',
  options: { check: { help: `end with the exit code ${EXIT.changes} if there are changes` } },
  run: async (call) => {
    const planned = await planAll(call)
    await show(call, planned)
    return call.isOn('check') && planned.some(isChanged) ? EXIT.changes : EXIT.done
  },
}

export const apply: Command = {
  name: 'apply',
  takes: FILES,
  summary: 'Create and change profile configurations so that they match the files',
  options: { yes: { short: 'y', help: 'do not ask' } },
  run: async (call) => {
    const planned = await planAll(call)
    const changed = planned.filter(isChanged)
    if (!call.isJson) await show(call, planned)
    if (changed.length > 0 && !call.isOn('yes')) await confirm(call)
    const client = call.client()
    for (const { yaml, id, version, name } of changed) {
      const into = id === null || version === null ? {} : { into: { id, version } }
      const saved = await client.call('/configuration/yaml/import', { yaml, ...into })
      if (!call.isJson) call.note(`${printable(name)}: version ${saved.version} saved.`)
    }
    if (call.isJson) await show(call, planned)
    return undefined
  },
}

const isChanged = ({ id, changes }: Planned) => id === null || changes.length > 0

async function planAll(call: Call): Promise<Planned[]> {
  const files = call.words.flatMap(yamlFiles)
  const documents = files.flatMap((file) => documentsOf(file).map((yaml) => ({ file, yaml })))
  const client = call.client()
  const planned: Planned[] = []
  for (const { file, yaml } of documents) planned.push({ file, yaml, ...(await planOf(client, { file, yaml })) })
  const names = planned.map(({ name }) => name.toLowerCase())
  const twice = planned.find(({ name }, at) => names.indexOf(name.toLowerCase()) !== at)
  if (twice) throw new CommandError(`Two documents are called "${twice.name}".`)
  return planned
}

async function planOf(client: SimwrightClient, { file, yaml }: { file: string; yaml: string }) {
  try {
    return await client.call('/configuration/yaml/plan', { yaml })
  } catch (error) {
    ;(error as Error).message = `${file}: ${(error as Error).message}`
    throw error
  }
}

/** The file itself, or the YAML files of a folder. @throws CommandError */
function yamlFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => /\.ya?ml$/.test(name))
  if (names.length === 0) throw new CommandError(`${path} has no YAML files.`)
  return names.toSorted().map((name) => join(path, name))
}

/** The documents of a file as they are written. Each is a configuration. */
function documentsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const documents = parseAllDocuments(text)
  if (!Array.isArray(documents)) throw new CommandError(`${file} is empty.`)
  for (const { errors } of documents) if (errors[0]) throw new CommandError(`${file}: ${errors[0].message}`)
  // the portal reports faults by the lines of the document
  return documents.length === 1 ? [text] : documents.map((document) => document.toString({ directives: false }))
}

async function show(call: Call, planned: readonly Planned[]): Promise<void> {
  const { output } = call.terminal
  if (call.isJson) {
    const shown = planned.map(({ yaml: _, ...rest }) => ({ ...rest, action: actionOf(rest) }))
    return await call.print(shown, '')
  }
  for (const one of planned) await write(output, planText(one))
  const count = (action: string) => planned.filter((one) => actionOf(one) === action).length
  await write(output, `${count('create')} to create, ${count('change')} to change, ${count('none')} unchanged.\n`)
}

function actionOf({ id, changes }: Pick<Planned, 'id' | 'changes'>): 'create' | 'change' | 'none' {
  if (id === null) return 'create'
  return changes.length > 0 ? 'change' : 'none'
}

function planText(planned: Planned): string {
  const { name, file, version, changes, codeNotCompared } = planned
  const signs = { create: '+', change: '~', none: '=' } as const
  const action = actionOf(planned)
  const head = `${signs[action]} ${name}${version === null ? '' : ` (version ${version})`}  ${file}`
  const lines = changes.map(({ path, before, after }) => {
    if (before === null) return `    + ${path}: ${after}`
    if (after === null) return `    - ${path}: ${before}`
    return `    ~ ${path}: ${before} -> ${after}`
  })
  const all = [head, ...lines, ...(codeNotCompared ? [`    ${NOT_COMPARED}`] : [])]
  return `${all.map(printable).join('\n')}\n`
}

async function confirm({ terminal }: Call): Promise<void> {
  const { input, notes } = terminal
  if (!input.isTTY) throw new CommandError('No terminal to ask: use --yes.')
  const { createInterface } = await import('node:readline/promises')
  const prompt = createInterface({ input, output: notes })
  try {
    const answer = await prompt.question('Apply these changes? [y/N] ', { signal: terminal.signal })
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.', EXIT.refused)
  } finally {
    prompt.close()
  }
}
