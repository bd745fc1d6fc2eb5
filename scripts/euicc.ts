import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createStdioBridge } from '@simwright/euicc'
import { readCertificates } from './euicc/certificates.ts'
import { openDevice } from './euicc/device.ts'

const USAGE = `npm run --silent euicc -- --stdio --certs DIR [--set NIST|BRP] [--state FILE] [--eid EID]

A virtual eUICC for an LPA that drives its card over standard input and output, a JSON object a line.

  --certs DIR   CERT_CI_*, CERT_EUM_* and either CERT_EUICC_* with SK_EUICC_*, or SK_EUM_*, named as those of SGP.26
  --set         which of them: the suffix of the file names; NIST where it is not given
  --state FILE  the eUICC's memory, kept from one run to the next; euicc.json where it is not given
  --eid EID     of an eUICC whose certificate is issued under SK_EUM_*, when it is used for the first time`

/** Serves the LPA until standard input ends. Only answers go to standard output. */
async function serve({ certs, set, state, eid }: { certs: string; set: string; state: string; eid?: string }) {
  const device = openDevice({ file: state, certificates: readCertificates(certs, set), eid })
  const answer = createStdioBridge(device.euicc)
  console.error(`eUICC ${device.eid}, its memory is in ${state}`)
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const response = answer(line)
    device.save()
    process.stdout.write(`${response}\n`)
  }
}

const OPTIONS = {
  stdio: { type: 'boolean' },
  certs: { type: 'string' },
  set: { type: 'string', default: 'NIST' },
  state: { type: 'string', default: 'euicc.json' },
  eid: { type: 'string' },
} as const

try {
  const { stdio, certs, ...rest } = parseArgs({ options: OPTIONS }).values
  if (!stdio || certs === undefined) throw new TypeError(USAGE)
  await serve({ certs, ...rest })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
