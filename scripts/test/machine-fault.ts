import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIB = 1024 ** 2

/** The database, its clones and the files of one run. */
const NEEDED_MIB = 2_048

/** In Linux the database of a run is in memory if there is room for it: then the folder needs less. */
const MEMORY = '/dev/shm'
const MEMORY_MIB = 4_096
const NEEDED_BESIDE_MEMORY_MIB = 256

type Machine = { folder: string; address: string; neededMib: number }

/**
 * What keeps every test with a database from starting: one line each, which says how to mend it. `folder` is that of
 * temporary files.
 */
export async function machineFaults({
  folder = tmpdir(),
  address = '127.0.0.1',
  neededMib = freeMib(MEMORY) >= MEMORY_MIB ? NEEDED_BESIDE_MEMORY_MIB : NEEDED_MIB,
}: Partial<Machine> = {}): Promise<string[]> {
  return [folderFault(folder, neededMib), await addressFault(address)].filter((fault) => fault !== undefined)
}

function folderFault(folder: string, neededMib: number): string | undefined {
  const advice = 'mend it, or set TMPDIR to another folder'
  try {
    const probe = mkdtempSync(join(folder, 'simwright-probe-'))
    try {
      writeFileSync(join(probe, 'probe'), Buffer.alloc(MIB))
    } finally {
      rmSync(probe, { recursive: true, force: true })
    }
  } catch (error) {
    return `No file can be written in the temporary folder ${folder} (${(error as NodeJS.ErrnoException).code}): ${advice}.`
  }
  const free = freeMib(folder)
  if (free >= neededMib) return undefined
  return `The temporary folder ${folder} has ${free} MiB free, and the tests need ${neededMib} MiB: ${advice}.`
}

function freeMib(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / MIB)
}

async function addressFault(address: string): Promise<string | undefined> {
  const server = createServer()
  try {
    await once(server.listen(0, address), 'listening')
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `No port can be opened on ${address} (${code}): the tests need the loopback network (Linux: ip link set lo up).`
  } finally {
    server.close()
  }
}
