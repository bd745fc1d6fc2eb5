import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildProfile, checkProfile, compareProfiles, inspectProfile, readPackage, SaipError } from '@simwright/saip'
import { readDescription, readKeys } from './description.ts'
import { readPackageFile, UsageError } from './package-file.ts'
import { differenceLines, findingLine, treeLines } from './tree-text.ts'

const USAGE = `npm run --silent saip -- COMMAND FILE...

Profile packages (UPP) without the portal. A package is a file in DER, hex or Base64; - is standard input.

  inspect FILE                    elements and files in words, with byte offsets and lengths
  check FILE...                   findings of the business rules, each with its rule and clause
  diff FILE FILE                  what the second package adds, removes and changes
  build FILE --keys KEYS --out UPP  the package of a profile: FILE describes the configuration, KEYS the profile's
                                  own values, both in YAML or JSON

  --json       inspect, check and diff: JSON instead of text
  --show-keys  inspect and diff: Ki, OPc, OTA and SCP keys, PINs, PUKs and ADM codes too, but not of standard input

Exit codes: 0 sound or equal, 1 a package with errors or differences, 2 a wrong command or a file that is not a package`

/** Where the command writes its result and its errors. */
export interface Output {
  print(text: string): void
  complain(text: string): void
}

const OPTIONS = {
  json: { type: 'boolean', default: false },
  'show-keys': { type: 'boolean', default: false },
  keys: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

interface Options {
  readonly isJson: boolean
  readonly showKeys: boolean
  readonly keys: string | undefined
  readonly out: string | undefined
}

/** Runs the command and returns its exit code. */
export function runSaip(args: readonly string[], output: Output): number {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [command = '', ...files] = positionals
    if (values.help || command === 'help') {
      output.print(USAGE)
      return 0
    }
    const options = { isJson: values.json, showKeys: values['show-keys'], keys: values.keys, out: values.out }
    const run = Object.hasOwn(commands, command) ? commands[command as keyof typeof commands] : undefined
    if (run === undefined) throw new UsageError(command === '' ? USAGE : `There is no command ${command}.\n\n${USAGE}`)
    refuseKeysOfInput(files, options)
    return run(files, options, output)
  } catch (error) {
    if (!isExpected(error)) throw error
    output.complain(error.message)
    return 2
  }
}

/** Errors of the user: of the command line, of files, and of packages and configurations. */
function isExpected(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof SaipError) return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

const commands = { inspect, check, diff, build } as const

function inspect(files: readonly string[], { isJson, showKeys }: Options, { print }: Output): number {
  const [file] = exactly(1, files, 'inspect takes one file.')
  const inspection = inspectProfile(readPackageFile(file!), { showKeys })
  if (isJson) print(JSON.stringify(inspection, undefined, 2))
  else {
    print(['   byte length', ...treeLines(inspection.tree)].join('\n'))
    if (inspection.findings.length > 0) print(['', ...inspection.findings.map(findingLine)].join('\n'))
  }
  return 0
}

function check(files: readonly string[], { isJson }: Options, { print }: Output): number {
  if (files.length === 0) throw new UsageError('check takes at least one file.')
  const results = files.map((file) => ({ file, findings: checkProfile(readPackage(readPackageFile(file))) }))
  if (isJson) print(JSON.stringify(results, undefined, 2))
  else {
    for (const { file, findings } of results) {
      const errors = findings.filter(({ severity }) => severity === 'error').length
      const count = `${errors} errors, ${findings.length - errors} warnings`
      print([`${file}: ${count}`, ...findings.map((finding) => `  ${findingLine(finding)}`)].join('\n'))
    }
  }
  return results.some(({ findings }) => findings.some(({ severity }) => severity === 'error')) ? 1 : 0
}

function diff(files: readonly string[], { isJson, showKeys }: Options, { print }: Output): number {
  const [first, second] = exactly(2, files, 'diff takes two files.')
  const found = compareProfiles(readPackageFile(first!), readPackageFile(second!), { showKeys })
  if (isJson) print(JSON.stringify(found, undefined, 2))
  else print(found.length === 0 ? 'No differences.' : found.flatMap(differenceLines).join('\n'))
  return found.length === 0 ? 0 : 1
}

function build(files: readonly string[], { keys, out }: Options, { print }: Output): number {
  const [file] = exactly(1, files, 'build takes one description.')
  if (keys === undefined || out === undefined) throw new UsageError('build needs --keys FILE and --out FILE.')
  const config = readDescription(file!)
  const upp = buildProfile(config, readKeys(keys))
  // The package contains the keys of a subscription.
  writeFileSync(out, upp, { mode: 0o600 })
  const findings = checkProfile(readPackage(upp))
  print([`${out}: ${upp.length} bytes`, ...findings.map((finding) => `  ${findingLine(finding)}`)].join('\n'))
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0
}

function exactly(count: number, files: readonly string[], text: string): readonly string[] {
  if (files.length !== count) throw new UsageError(text)
  return files
}

/** Keys are only shown of files that the user has on disk. */
function refuseKeysOfInput(files: readonly string[], { showKeys }: Options): void {
  if (showKeys && files.includes('-'))
    throw new UsageError('--show-keys needs a file; it does not read standard input.')
}
