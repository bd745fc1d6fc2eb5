import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, version } from '../list.ts'
import { PACKAGE_TOO_LONG, PackageText } from './package-text.ts'

/** A package as a text, or that of a sample subscriber of a profile configuration. */
export const PackageSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: PackageText.trim().min(1, 'Required'),
  }),
  z.object({
    kind: z.literal('configuration'),
    id,
    /** Absent: the newest version. */
    version: version.optional(),
  }),
])
export type PackageSource = z.infer<typeof PackageSource>

const offset = z.int().min(0).nullable()

/** A part of a package in words. Parts follow each other as in a printed tree; `depth` says whose child one is. */
export const PackagePart = z.object({
  depth: z.int().min(0),
  label: z.string(),
  /** The path of a file from the MF on, in hexadecimal digits. */
  path: z.string().nullable(),
  /** Properties, such as the structure of a file. */
  facts: z.array(z.string()),
  /** The content in words. */
  words: z.array(z.string()),
  /** The first byte in the package; null for what the package does not contain, such as content from a template. */
  offset,
  /** Bytes in the package. */
  length: z.int().min(0),
  /** The content in hexadecimal digits; null for a part that has only children, and for keys and codes. */
  hex: z.string().nullable(),
  /** A key or code, which is never shown. */
  isHidden: z.boolean(),
})
export type PackagePart = z.infer<typeof PackagePart>

/** A violated rule. */
export const PackageFinding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  /** Document and clause. */
  clause: z.string(),
  text: z.string(),
  /** The path of the file, when the fault is in one. */
  path: z.string().nullable(),
})
export type PackageFinding = z.infer<typeof PackageFinding>

/** What one answer lists; a long part ends a page earlier. */
export const inspectionPage = { parts: 1_000, findings: 500, differences: 500 } as const

/** The first part or difference of a page, counted from 0. */
const from = z.int().min(0).default(0)
/** Where the next page begins; null: this is the last one. */
const next = z.int().nullable()

export const PackageInspection = z.object({
  /** Bytes of the package. */
  length: z.int(),
  elements: z.int().min(0),
  parts: z.array(PackagePart),
  next,
  /** The first findings. */
  findings: z.array(PackageFinding),
  /** All of them. */
  findingCount: z.int().min(0),
})
export type PackageInspection = z.infer<typeof PackageInspection>

export const PackageDifference = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  /** Labels from the element inwards. */
  location: z.array(z.string()),
  path: z.string().nullable(),
  /** Lines that only the first package has. */
  before: z.array(z.string()),
  /** Lines that only the second package has. */
  after: z.array(z.string()),
  offsets: z.object({ before: offset, after: offset }),
})
export type PackageDifference = z.infer<typeof PackageDifference>

export const PackageComparison = z.object({ differences: z.array(PackageDifference), total: z.int().min(0), next })
export type PackageComparison = z.infer<typeof PackageComparison>

export const inspect = endpoint({
  method: 'POST',
  path: '/inspection/inspect',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'A profile package as a tree in words, without its keys and codes; the package is not stored',
  input: z.object({ source: PackageSource, from }),
  output: PackageInspection,
  longest: { path: 'source.text', text: PACKAGE_TOO_LONG },
})

export const compare = endpoint({
  method: 'POST',
  path: '/inspection/compare',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'The differences between two profile packages in words; keys and codes are compared, but not shown',
  input: z.object({ first: PackageSource, second: PackageSource, from }),
  output: PackageComparison,
})
