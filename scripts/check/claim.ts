import { spawn } from 'node:child_process'

/** A claim about the codebase, and a function that returns its violations. */
export type Claim = { says: string; faults: () => Promise<readonly string[]> | readonly string[] }

/** Checks claims and prints `ok` or `failed` with the faults. @returns the number of failed claims */
export async function checkClaims(claims: readonly Claim[]): Promise<number> {
  let failed = 0
  for (const claim of claims) {
    const start = performance.now()
    const faults = await findFaults(claim)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${faults.length === 0 ? 'ok    ' : 'failed'}  ${claim.says} (${seconds} s)`)
    for (const fault of faults) console.log(fault.replaceAll(/^/gm, '        '))
    if (faults.length > 0) failed += 1
  }
  return failed
}

/** A check that throws counts as a failed claim. */
async function findFaults(claim: Claim): Promise<readonly string[]> {
  try {
    return await claim.faults()
  } catch (error) {
    return [String(error)]
  }
}

/** The output of a tool that exits with an error; empty if it succeeds. */
export function toolFaults(root: string, command: readonly string[]): Promise<string[]> {
  const [file = '', ...args] = command
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? [] : [Buffer.concat(chunks).toString('utf8').trim()]))
  })
}
