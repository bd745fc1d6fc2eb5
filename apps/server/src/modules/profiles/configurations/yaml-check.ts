import { type Fault, type OutputOf, Problem } from '@simwright/contract'
import { ConfigurationFields, parseStored, type StoredFields } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { NewConfigurationFields } from '@simwright/contract/profiles/configuration-rule'
import type { planYaml } from '@simwright/contract/profiles/configuration-yaml'
import type { AppletCode } from './applet-config.ts'
import { buildFaults } from './build.ts'
import type { Lines } from './yaml-parse.ts'
import { readYaml } from './yaml-read.ts'

/** `compare`: with the configuration of the same name. `save`: the fields are needed. */
export type YamlUse = keyof Results

export type YamlOrder<U extends YamlUse> = { text: string; use: U }

/** The name that the document has, and the fields that say which applet files it needs. */
export type YamlQuestion = Pick<ConfigurationFields, 'name' | 'araApplet' | 'recycleApplet' | 'customApplet'>

/** What the database has. */
export type YamlKnown = {
  /** The newest version of the configuration that is compared; its fields as they are stored. */
  stored?: { id: string; version: number; fields: unknown } | undefined
  /** A fixed confirmation code is stored, so that the document needs none. */
  hasCode: boolean
  code: AppletCode
  /** Why an applet file is missing. */
  codeFaults: readonly Fault[]
}

type Results = {
  compare: OutputOf<typeof planYaml> & Pick<ConfigurationFields, 'icon'>
  save: ConfigurationFields
}

export type CheckedYaml<U extends YamlUse> = {
  result: Results[U]
  /** Why no package can be built, without lines. The icon is not decoded. */
  buildFaults: readonly Fault[]
  lines: Lines
}

/** The checked document, or why it is refused, with lines. */
export type YamlAnswer<U extends YamlUse> =
  | { checked: CheckedYaml<U>; faults?: undefined }
  | { checked?: undefined; faults: readonly Fault[] }

const results: { [U in YamlUse]: (fields: ConfigurationFields, known: YamlKnown) => Results[U] } = {
  compare: (fields, { stored }) => {
    const { name, icon, nineteenDigits, confirmationCode } = fields
    const before = stored && parseStored(stored.fields)
    const after = { ...fields, nineteenDigits: nineteenDigits ?? before?.nineteenDigits ?? 'complete' }
    return {
      name,
      icon,
      id: stored?.id ?? null,
      version: stored?.version ?? null,
      changes: changesBetween(before, parseStored(after)),
      codeNotCompared: stored !== undefined && confirmationCode.mode === 'fixed' && confirmationCode.code !== undefined,
    }
  },
  save: (fields) => fields,
}

/**
 * Checks a YAML document as the form of a configuration is checked. The fields of ten thousand networks take up to 50 ms in
 * each step, so that long documents are checked in a process of their own.
 */
export async function checkYaml<U extends YamlUse>(
  { text, use }: YamlOrder<U>,
  ask: (question: YamlQuestion) => Promise<YamlKnown>,
): Promise<YamlAnswer<U>> {
  try {
    const document = readYaml(configurationFields, text)
    const fields = document.parse(ConfigurationFields)
    const { name, araApplet, recycleApplet, customApplet, confirmationCode } = fields
    const known = await ask({ name, araApplet, recycleApplet, customApplet })
    if (!known.hasCode && confirmationCode.mode === 'fixed') document.parse(NewConfigurationFields)
    const { code, codeFaults } = known
    return {
      checked: {
        result: results[use](fields, known),
        buildFaults: codeFaults.length > 0 ? codeFaults : buildFaults(fields, code),
        lines: document.lines,
      },
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.faults === undefined) throw error
    return { faults: error.faults }
  }
}

type Change = { path: string; before: string | null; after: string | null }

/** The fields that differ, in the order of the newer ones. A list is one value. */
function changesBetween(before: StoredFields | undefined, after: StoredFields): Change[] {
  const [old, next] = [leavesOf(before), leavesOf(after)]
  const paths = new Set([...next.keys(), ...old.keys()])
  return [...paths]
    .map((path) => ({ path, before: old.get(path) ?? null, after: next.get(path) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** The values of all fields as text, by path; nested fields have the path of their group before theirs. */
function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, textOf(value)]])
  const inner = Object.entries(value).flatMap(([name, one]) => [...leavesOf(one, path ? `${path}.${name}` : name)])
  return new Map(inner)
}

/** Keys of objects are sorted, because their order says nothing. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, sortKeys))

const sortKeys = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
