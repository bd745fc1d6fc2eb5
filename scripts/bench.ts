import { benchApi } from './bench/api.ts'
import { benchBundle } from './bench/bundle.ts'
import { benchContention } from './bench/contention.ts'
import { benchDownload } from './bench/download.ts'
import type { Figure } from './bench/figure.ts'
import { benchDashboard, benchReport, stopShared } from './bench/figures.ts'
import { benchFleet } from './bench/fleet.ts'
import { benchGenerate } from './bench/generate.ts'
import { benchMoneyCard } from './bench/money-card.ts'
import { benchMoneyPdf } from './bench/money-pdf.ts'
import { benchMoneyRenewal } from './bench/money-renewal.ts'
import { benchPackage } from './bench/package.ts'
import { benchProcesses } from './bench/processes.ts'
import { benchQrZip } from './bench/qr-zip.ts'
import { benchRules } from './bench/rules.ts'
import { benchScale } from './bench/scale.ts'
import { benchScreens } from './bench/screens.ts'
import { benchStart } from './bench/start.ts'
import { benchWebhook } from './bench/webhook.ts'

/** Each benchmark measures its reference value in the same run. */
const BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  generate: benchGenerate,
  package: benchPackage,
  download: benchDownload,
  processes: benchProcesses,
  contention: benchContention,
  rules: benchRules,
  fleet: benchFleet,
  dashboard: benchDashboard,
  report: benchReport,
  api: benchApi,
  webhook: benchWebhook,
  scale: benchScale,
  'fleet.qr-zip': benchQrZip,
  'money.pdf': benchMoneyPdf,
  'money.renewal': benchMoneyRenewal,
  'money.card': benchMoneyCard,
  screens: benchScreens,
  start: benchStart,
  bundle: benchBundle,
}

/** A name means its benchmark and those whose names begin with it and a dot. */
const named = (name: string) => Object.keys(BENCHES).filter((one) => one === name || one.startsWith(`${name}.`))

const given = process.argv.slice(2)
const unknown = given.filter((name) => named(name).length === 0)
if (unknown.length > 0) {
  console.error(`npm run bench [NAME ...], where NAME is one of: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}

/** Rounds to four significant digits. */
const short = (value: number) => Number(value.toPrecision(4))

for (const name of given.length > 0 ? given.flatMap(named) : Object.keys(BENCHES)) {
  for (const { name: figure, value, unit, limit, ratio, ratioLimit } of await BENCHES[name]!()) {
    const line = { name: figure, value: short(value), unit, limit: short(limit), ratio: short(ratio) }
    console.log(JSON.stringify(line))
    if (value > limit || ratio > (ratioLimit ?? Number.POSITIVE_INFINITY)) process.exitCode = 1
  }
}

await stopShared()
