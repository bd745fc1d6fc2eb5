import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { z } from 'zod'

/*
 * An archive is a tar file: README.txt, then the rows of each table in parts (`tables/NAME/000000.jsonl.gz`), each followed by
 * its secrets, if it has some (`secrets/NAME/000000.jsonl.pgp`), then manifest.json, which has the SHA-256 of each file, and
 * manifest.sig, the signature of the manifest. A line of a part of secrets belongs to the row in the same line of its part.
 */

/** Increased when earlier versions can no longer read the format. */
export const FORMAT = 1

export const README_FILE = 'README.txt'
export const PEOPLE_FILE = 'people.jsonl.gz'
export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE_FILE = 'manifest.sig'

const padded = (part: number) => String(part).padStart(6, '0')
export const rowsFile = (table: string, part: number) => `tables/${table}/${padded(part)}.jsonl.gz`
export const secretsFile = (table: string, part: number) => `secrets/${table}/${padded(part)}.jsonl.pgp`

/** The table and kind of a file with rows or secrets; undefined for other files. */
export function partOf(name: string): { kind: 'tables' | 'secrets'; table: string } | undefined {
  const [, kind, table] = /^(tables|secrets)\/(\w+)\/\d{6}\.jsonl\.(?:gz|pgp)$/.exec(name) ?? []
  return kind === undefined ? undefined : { kind: kind as 'tables' | 'secrets', table: table! }
}

export const README = `An enterprise account of Simwright, for another installation: npm run admin -- import-enterprise reads it.

tables/NAME/*.jsonl.gz has the rows of a table, one JSON object in each line. secrets/NAME/*.jsonl.pgp has the secrets of the
rows with the same number, such as card keys, encrypted with OpenPGP to the key that manifest.json names as recipient.
manifest.json has the SHA-256 of each file; manifest.sig is its signature (Ed25519) by the installation that exported it.
`

const File = z.strictObject({ name: z.string().max(200), sha256: z.hex().length(64), bytes: z.int().nonnegative() })
const Table = z.strictObject({
  name: z.string(),
  as: z.enum(['moved', 'readable']),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
})

const Shape = z.strictObject({
  format: z.literal(FORMAT),
  /** The newest migration of the database. */
  schema: z.string(),
  exportedAt: z.iso.datetime(),
  enterprise: z.strictObject({ id: z.uuid(), name: z.string().min(1) }),
  /** Where the account was: the SM-DP+ address in its activation codes, and the address of the portal. */
  from: z.strictObject({ smdpAddress: z.string(), portal: z.string() }),
  /** Fingerprint of the OpenPGP key to which the secrets are encrypted. */
  recipient: z.string(),
  /** What stays behind: members, keys of programs, operators, connections for single sign-on, schedules of reports. */
  left: z.strictObject({
    members: z.int(),
    keys: z.int(),
    operators: z.int(),
    connections: z.int(),
    schedules: z.int(),
  }),
  tables: z.array(Table),
  files: z.array(File),
})
export type Manifest = z.infer<typeof Shape>
export type FileRecord = z.infer<typeof File>
export type TableRecord = z.infer<typeof Table>

export const encodeManifest = (manifest: Omit<Manifest, 'format'>): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`)

/** @throws ZodError if it is no manifest; MoveFault if a newer version wrote it */
export function parseManifest(bytes: Uint8Array): Manifest {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  const { format } = z.looseObject({ format: z.int() }).parse(value)
  if (format > FORMAT)
    throw new MoveFault(`The archive has format ${format}, which a newer Simwright writes: import it with that one.`)
  return Shape.parse(value)
}

/** Who signed: Ed25519 public key (SPKI) and signature of the bytes of the manifest, in Base64. */
export const Signature = z.strictObject({ publicKey: z.base64().max(200), signature: z.base64().max(200) })

/** The people of an account, of whom an import takes over only the names. */
export const Person = z.object({ id: z.uuid(), first_name: z.string(), last_name: z.string() })

const TAR_END_BYTES = 1024
export const tarEnd = (): Buffer => Buffer.alloc(TAR_END_BYTES)

/** A file of the archive as bytes of the tar file, without its end. */
export async function tarEntry(name: string, content: Uint8Array): Promise<Buffer> {
  const tar = pack()
  tar.entry({ name, mode: 0o600, mtime: new Date(0) }, Buffer.from(content))
  tar.finalize()
  return (await buffer(tar)).subarray(0, -TAR_END_BYTES)
}

/** What is wrong with an archive or an import, for the person who runs it. */
export class MoveFault extends Error {
  override name = 'MoveFault'
}
