/** A proof prints its observations and returns whether it holds. */
export type Proof = (args: readonly string[]) => Promise<boolean>

type Proofs = Readonly<Record<string, Proof>>

/** The names of proofs at the beginning of the arguments, and the arguments of the last one of them. */
export function splitNames(proofs: Proofs, words: readonly string[]): { names: string[]; args: string[] } {
  const end = words.findIndex((word) => !Object.hasOwn(proofs, word))
  const count = end < 0 ? words.length : end
  return { names: words.slice(0, count), args: words.slice(count) }
}

/**
 * Runs proofs one after the other, also after one that does not hold. Each ends with one line, several with a table.
 * @returns whether all hold
 */
export async function runProofs(proofs: Proofs, words: readonly string[], print = console.log): Promise<boolean> {
  const { names, args } = splitNames(proofs, words)
  const rows: { name: string; result: string; seconds: string }[] = []
  for (const [index, name] of names.entries()) {
    const start = performance.now()
    const result = await resultOf(proofs[name]!, index === names.length - 1 ? args : [])
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    print(`${name}: ${result} (${seconds} s)`)
    rows.push({ name, result, seconds })
  }
  if (rows.length > 1)
    for (const { name, result, seconds } of [{ name: 'proof', result: 'result', seconds: 'seconds' }, ...rows])
      print(`${name.padEnd(12)} ${seconds.padStart(7)}  ${result}`)
  return rows.every(({ result }) => result === HOLDS)
}

const HOLDS = 'holds'

async function resultOf(prove: Proof, args: readonly string[]): Promise<string> {
  try {
    return (await prove(args)) ? HOLDS : 'does not hold'
  } catch (error) {
    console.error(error)
    return `failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  }
}
