/** How `npm run prove docs` proves a command block; the word follows the language of the block: "sh run". */
export const PROOFS = {
  run: 'runs, and ends with exit code 0',
  serve: 'starts a server, which becomes ready and runs until the next block of this kind, or the end of the page',
  api: 'calls a server with an API key, and ends with exit code 0',
  operator: 'makes a client certificate, proves its key, or calls ES2+ with it, and is answered Executed-Success',
  package: 'runs in a fresh Debian by npm run prove package, in the order of the page',
  refer: 'changes the machine or needs another one, such as a mail server, so it is not run',
} as const
