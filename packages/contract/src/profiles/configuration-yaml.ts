import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, version } from '../list.ts'

/** Characters of a YAML document: 10,000 networks with all their access technologies fit. */
export const YAML_MAX_CHARS = 900_000

const TOO_LONG = `Up to ${YAML_MAX_CHARS.toLocaleString('en')} characters.`

export const exportYaml = endpoint({
  method: 'POST',
  path: '/configuration/yaml/export',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'One version of a profile configuration as a YAML document, without its write-only values',
  input: z.object({ id, version }),
  output: z.object({ fileName: z.string(), yaml: z.string() }),
})

export const importYaml = endpoint({
  method: 'POST',
  path: '/configuration/yaml/import',
  access: 'Profile_Config_Edit',
  summary: 'Save a YAML document as a new profile configuration, or as a new version of an existing one',
  input: z.object({
    yaml: z.string().max(YAML_MAX_CHARS, TOO_LONG),
    /** The configuration that gets a new version, with the newest version that the caller has read. */
    into: z.object({ id, version }).optional(),
  }),
  output: z.object({ id, version }),
  once: true,
  longest: { path: 'yaml', text: TOO_LONG },
})

/** A field whose value differs. Null: absent. */
export const YamlChange = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })

export const planYaml = endpoint({
  method: 'POST',
  path: '/configuration/yaml/plan',
  access: 'Profile_Config_Edit',
  reads: true,
  summary: 'How a YAML document would change the profile configuration of its name; saves nothing',
  input: z.object({ yaml: z.string().max(YAML_MAX_CHARS, TOO_LONG) }),
  output: z.object({
    name: z.string(),
    /** Null, like the version: no configuration has the name, so it would be a new one. */
    id: id.nullable(),
    version: version.nullable(),
    changes: z.array(YamlChange),
    /** The document has a fixed confirmation code, which is not compared, because the stored one is write-only. */
    codeNotCompared: z.boolean(),
  }),
  longest: { path: 'yaml', text: TOO_LONG },
})
