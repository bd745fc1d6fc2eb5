import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  type EventPath,
  type FilePath,
  type InputOf,
  type JsonPath,
  kindOfCall,
  type Path,
  type UploadPath,
} from '@simwright/client'
import type { Call, Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'
import { checkOutput, OUTPUT_OPTIONS, saveOutput } from '../output-file.ts'

export const callAny: Command = {
  name: 'call',
  takes: 'PATH [JSON]',
  summary: 'Make any call of the API reference, for example /fleet/count; writes JSON',
  options: {
    file: { value: 'FILE', help: 'of a call that takes a file: the file' },
    ...OUTPUT_OPTIONS,
  },
  run: async (call) => {
    const [path = '', json = '{}'] = call.words
    const kind = kindOfCall(path)
    if (kind === undefined) throw new CommandError(`No call for programs has the path "${path}".`)
    await RUN[kind](call, path as never, inputOf(json) as never)
    return undefined
  },
}

type Run<P extends Path> = (call: Call, path: P, input: InputOf<P>) => Promise<void>

const RUN: { json: Run<JsonPath>; file: Run<FilePath>; events: Run<EventPath>; upload: Run<UploadPath> } = {
  json: async (call, path, input) => {
    const { signal } = call.terminal
    const answer = await call.client().call(path, input, { signal })
    await call.print(answer, JSON.stringify(answer, undefined, 2))
  },
  file: async (call, path, input) => {
    if (call.text('output') === undefined)
      throw new CommandError('--output is missing: the file, or - for standard output.')
    checkOutput(call)
    const { content } = await call.client().file(path, input, { signal: call.terminal.signal })
    await saveOutput(call, content)
  },
  events: async (call, path, input) => {
    for await (const event of call.client().events(path, input, { signal: call.terminal.signal }))
      await call.print(event, JSON.stringify(event))
  },
  upload: async (call, path, input) => {
    const name = call.text('file')
    if (name === undefined) throw new CommandError('--file is missing: this call takes a file.')
    const file = { name: basename(name), content: new Blob([readFileSync(name)]) }
    const answer = await call.client().upload(path, input, { file, signal: call.terminal.signal })
    await call.print(answer, JSON.stringify(answer, undefined, 2))
  },
}

/** @throws CommandError */
function inputOf(json: string): unknown {
  try {
    const input: unknown = JSON.parse(json)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  } catch {
    // the same error as for another value
  }
  throw new CommandError('The input of a call is a JSON object.')
}
