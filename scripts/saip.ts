import { runSaip } from './saip/run.ts'

process.exitCode = runSaip(process.argv.slice(2), {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
