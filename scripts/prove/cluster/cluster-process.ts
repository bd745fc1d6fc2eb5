import { proveInside } from './cluster.ts'

/** The process of the proof, in a network namespace of its own. */
process.exitCode = (await proveInside(process.argv.slice(2))) ? 0 : 1
