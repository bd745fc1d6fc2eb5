// Names a mistyped option of `npm start` and `npm run demo`, before anything is installed or built:
//
// node scripts/prepare/option-process.ts SCRIPT [ARGUMENT...]
import { ConfigError, isStartScript, refuseOptions } from '../../apps/server/src/config.ts'

const [script = '', ...words] = process.argv.slice(2)
try {
  if (isStartScript(script)) refuseOptions(script, words)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
