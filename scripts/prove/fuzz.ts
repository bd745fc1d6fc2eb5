import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Dice, mutate } from './fuzz/mutate.ts'
import { packageTargets } from './fuzz/package-target.ts'
import { serverTargets } from './fuzz/server-target.ts'
import type { FuzzTarget } from './fuzz/target.ts'

const DEFAULT_MINUTES = 5
/** Processor time of one run. */
const LIMIT_MS = 200
/** What a target may leave in memory. */
const GROWTH_MIB = 48
/** A target has its turn for this long before the next one. */
const TURN_MS = 2_000
const MOST_FINDINGS_OF_ONE = 5

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Changes valid inputs of every parser that meets bytes from outside: `-- --minutes N`, `--seed N`, `--only NAME`. Only
 * coded errors, no run over 200 ms of processor time, no growth of memory. The input of a finding is written to a file.
 */
export async function proveFuzz(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
  })
  const minutes = Number(values.minutes ?? DEFAULT_MINUTES)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const all = [...packageTargets(), ...(await serverTargets())]
  const tried = all
    .filter(({ name }) => values.only === undefined || name === values.only)
    .map((target) => new Trial(target))
  const dice = new Dice(seed)
  console.log(`${tried.length} parsers, ${minutes} minutes, --seed ${seed}`)
  const end = performance.now() + minutes * 60_000
  do for (const trial of tried) await trial.turn(dice, Math.min(TURN_MS, (minutes * 60_000) / tried.length))
  while (performance.now() < end)
  for (const trial of tried) trial.report()
  return tried.every((trial) => trial.holds())
}

type Finding = { kind: string; text: string; file: string }

/** A parser with what was found in it. */
class Trial {
  readonly #target: FuzzTarget
  readonly #findings = new Map<string, Finding>()
  #runs = 0
  #coded = 0
  #slowestMs = 0
  #growthMib = 0
  #baseMib: number | undefined

  constructor(target: FuzzTarget) {
    this.#target = target
  }

  async turn(dice: Dice, ms: number): Promise<void> {
    const end = performance.now() + ms
    const { seeds } = this.#target
    do {
      const bytes = mutate(dice, dice.pick(seeds), seeds)
      await this.#try(bytes)
    } while (performance.now() < end)
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    const mib = (heapUsed + external) / 2 ** 20
    // the first turn loads code and fills caches
    this.#baseMib ??= mib
    this.#growthMib = mib - this.#baseMib
  }

  async #try(bytes: Uint8Array): Promise<void> {
    this.#runs += 1
    const ms = await this.#measure(bytes, 'report')
    if (ms <= LIMIT_MS) this.#slowestMs = Math.max(this.#slowestMs, ms)
    else {
      // once more: the first run may have compiled code or collected garbage
      const again = Math.min(ms, await this.#measure(bytes, 'time only'), await this.#measure(bytes, 'time only'))
      this.#slowestMs = Math.max(this.#slowestMs, again)
      if (again > LIMIT_MS) this.#add('slow', `${again.toFixed(0)} ms`, bytes)
    }
  }

  /** @returns the processor time */
  async #measure(bytes: Uint8Array, mode: 'report' | 'time only'): Promise<number> {
    const { run, coded } = this.#target
    const input = Uint8Array.from(bytes)
    const start = process.cpuUsage()
    try {
      await run(input)
    } catch (error) {
      if (coded.some((kind) => error instanceof kind)) this.#coded += 1
      else if (mode === 'report') {
        const { stack = String(error) } = error as Error
        this.#add('error', stack.split('\n').slice(0, 4).join('\n'), bytes)
      }
    }
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }

  #add(kind: string, text: string, bytes: Uint8Array): void {
    const key = kind === 'slow' ? kind : text
    if (this.#findings.has(key) || this.#findings.size >= MOST_FINDINGS_OF_ONE) return
    const file = join(mkdtempSync(join(tmpdir(), 'simwright-fuzz-')), 'input')
    writeFileSync(file, bytes)
    this.#findings.set(key, { kind, text, file })
  }

  holds(): boolean {
    return this.#findings.size === 0 && this.#growthMib <= GROWTH_MIB
  }

  report(): void {
    const figures = `${this.#runs} runs, ${this.#coded} coded errors, slowest ${this.#slowestMs.toFixed(0)} ms`
    console.log(
      `${this.holds() ? 'yes' : 'NO '}  ${this.#target.name}: ${figures}, memory ${this.#growthMib.toFixed(1)} MiB`,
    )
    for (const { kind, text, file } of this.#findings.values())
      console.log(`     ${kind}: ${text}\n     input: ${file}`)
  }
}
