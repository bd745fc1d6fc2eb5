import { proveBackup } from './prove/backup.ts'
import { proveAccessible, proveAccounts, proveFirstCode, proveStates, proveTypes } from './prove/browser.ts'
import { proveCampaign } from './prove/campaign.ts'
import { proveCli } from './prove/cli.ts'
import { proveCluster } from './prove/cluster/cluster.ts'
import { proveCompat } from './prove/compat.ts'
import { proveDocs } from './prove/docs.ts'
import { proveEs2plus } from './prove/es2plus.ts'
import { proveExport } from './prove/export.ts'
import { proveFigures } from './prove/figures.ts'
import { proveFuzz } from './prove/fuzz.ts'
import { proveIdle } from './prove/idle.ts'
import { proveKill } from './prove/kill.ts'
import { proveLargest } from './prove/largest.ts'
import { proveMemory } from './prove/memory.ts'
import { proveMetrics } from './prove/metrics.ts'
import { proveMillion } from './prove/million.ts'
import { proveMutants } from './prove/mutants.ts'
import { proveOperations } from './prove/operations.ts'
import { provePackage } from './prove/package.ts'
import { provePictures } from './prove/pictures/pictures.ts'
import { provePitr } from './prove/pitr.ts'
import { provePostgres15 } from './prove/postgres-15.ts'
import { proveRepeat } from './prove/repeat.ts'
import { proveReplica } from './prove/replica.ts'
import { proveRetention } from './prove/retention.ts'
import { proveRoles } from './prove/roles.ts'
import { type Proof, runProofs, splitNames } from './prove/run.ts'
import { proveSaip } from './prove/saip.ts'
import {
  proveKeys,
  proveLifecycle,
  proveMoney,
  proveMutate,
  provePermissions,
  proveProperties,
} from './prove/test-file.ts'
import { proveUpgrade } from './prove/upgrade.ts'
import { proveWebhooks } from './prove/webhooks.ts'

/** Proofs that take too long for `npm test`. Each prints its observations and returns whether it holds. */
const PROOFS: Readonly<Record<string, Proof>> = {
  accessible: proveAccessible,
  accounts: proveAccounts,
  backup: proveBackup,
  campaign: proveCampaign,
  cli: proveCli,
  cluster: proveCluster,
  compat: proveCompat,
  docs: proveDocs,
  es2plus: proveEs2plus,
  export: proveExport,
  figures: proveFigures,
  'first-code': proveFirstCode,
  fuzz: proveFuzz,
  idle: proveIdle,
  keys: proveKeys,
  kill: proveKill,
  largest: proveLargest,
  lifecycle: proveLifecycle,
  memory: proveMemory,
  metrics: proveMetrics,
  million: proveMillion,
  money: proveMoney,
  mutants: proveMutants,
  mutate: proveMutate,
  operations: proveOperations,
  package: provePackage,
  permissions: provePermissions,
  pg15: provePostgres15,
  pictures: provePictures,
  pitr: provePitr,
  properties: proveProperties,
  repeat: proveRepeat,
  replica: proveReplica,
  retention: proveRetention,
  roles: proveRoles,
  saip: proveSaip,
  states: proveStates,
  types: proveTypes,
  upgrade: proveUpgrade,
  webhooks: proveWebhooks,
}

const words = process.argv.slice(2)
if (splitNames(PROOFS, words).names.length > 0) process.exitCode = (await runProofs(PROOFS, words)) ? 0 : 1
else {
  console.error(`npm run prove NAME..., where each NAME is one of: ${Object.keys(PROOFS).join(', ')}`)
  process.exitCode = 2
}
