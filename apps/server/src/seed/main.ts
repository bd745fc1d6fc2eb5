import { readConfig } from '../config.ts'
import { openLog } from '../runtime/log.ts'
import { textOfEnd } from '../runtime/start-refusal.ts'
import { openServer } from '../server.ts'
import { seedPortal } from './portal.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

const USAGE = `npm run seed -- COUNT

  Creates an enterprise account of plan LAB with COUNT profiles (up to 2,000,000) and 49 small enterprise accounts:
  a month of life or, from 50,000 profiles, 400 days with five events each, to try the portal at full size.
  Each profile can be downloaded. With the embedded PostgreSQL, stop the server first; use a separate DATA_DIR.`

const count = Number(process.argv[2])
if (process.argv.length !== 3 || !Number.isInteger(count) || count < 1 || count > 2_000_000) {
  say(USAGE)
  process.exit(2)
}

try {
  const config = readConfig()
  // Only errors: background work waits for the loaded tables and would log many warnings.
  const server = await openServer(config, { log: openLog('error') })
  try {
    const begin = performance.now()
    const onProgress = (done: number) => {
      if (done % 100_000 === 0 || done === count) say(`${done.toLocaleString('en')} profiles`)
    }
    const { email, password } = await seedPortal(server, { count }, onProgress)
    say(`Done in ${Math.round((performance.now() - begin) / 1000)} s. Sign in with`)
    say(`  E-mail     ${email}`)
    say(`  Password   ${password.reveal()}`)
  } finally {
    await server.close()
  }
} catch (error) {
  say(textOfEnd(error))
  process.exit(1)
}
