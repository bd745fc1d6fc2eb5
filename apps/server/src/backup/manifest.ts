import { z } from 'zod'
import { BackupFault } from './fault.ts'

/** Increased when older versions of Simwright can no longer read the format. */
const FORMAT = 1

const Table = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  /** Hash of the rows in COPY text format. */
  sha256: z.hex().length(64),
  /** The key at which the last month of a partitioned table ends: a time, or a UUIDv7 of it. */
  end: z.string().optional(),
})

const Shape = z.strictObject({
  format: z.literal(FORMAT),
  /** When the snapshot was taken. */
  takenAt: z.iso.datetime(),
  /** The version of the PostgreSQL that was backed up. */
  postgres: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(Table),
  /** Whether the key file is in the backup, sealed. */
  hasKeyFile: z.boolean(),
})

export type TableRecord = z.infer<typeof Table>
export type Manifest = z.infer<typeof Shape>

export function encodeManifest(manifest: Omit<Manifest, 'format'>): Buffer {
  return Buffer.from(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
}

/** @throws BackupFault if a newer version wrote it; ZodError if it is not a manifest */
export function parseManifest(bytes: Uint8Array): Manifest {
  const text = Buffer.from(bytes).toString('utf8')
  const { format } = JSON.parse(text) as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupFault(`The backup has format ${format}, which a newer Simwright writes: restore it with that one.`)
  }
  return Shape.parse(JSON.parse(text))
}
