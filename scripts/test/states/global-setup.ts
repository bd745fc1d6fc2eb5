import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import type { Extent, TestCase } from '../../../apps/web/src/states/exchange.ts'
import { buildStates } from './bundle.ts'
import { openStatePages, type StatePages } from './pages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the process that has the pages of states. */
    statesUrl: string
  }
}

/** What a worker asks of a page. */
export type StatesRequest = { file: string; extent: Extent } | { file: string; test: TestCase }

/** Runs once per test run: one browser, whose pages all workers use. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await buildStates(process.env.PROOF === 'on' ? 'all' : 'sample')
  const opened = Promise.withResolvers<StatePages>()
  const server = createServer((request, response) => {
    const served =
      request.method === 'POST' ? answerWorker(opened.promise, request, response) : serve(folder, request, response)
    served.catch((error: Error) => response.writeHead(500).end(error.message))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  opened.resolve(openStatePages(`${url}/outer`))
  const pages = await opened.promise
  project.provide('statesUrl', url)
  return async () => {
    await pages.close()
    server.closeAllConnections()
    server.close()
  }
}

async function answerWorker(
  opened: Promise<StatePages>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pages = await opened
  const asked = (await json(request)) as StatesRequest
  const answer =
    'test' in asked ? await pages.check(asked.file, asked.test) : await pages.testsOf(asked.file, asked.extent)
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
}

/** A hidden frame is not painted; its styles and its layout are computed. */
const OUTER = `<!doctype html>
<html lang="en" style="visibility: hidden">
  <body style="margin: 0"><iframe src="/" width="1440" height="900" style="border: 0"></iframe></body>
</html>`

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>States</title>
    <link rel="stylesheet" href="/style.css" />
  </head>
  <body><script type="module" src="/states.js"></script></body>
</html>`

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

async function serve(folder: string, { url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const html = { '/': PAGE, '/outer': OUTER }[url]
  const name = /^\/([\w.-]+)$/.exec(url)?.[1]
  const content = html ?? (name && (await readFile(join(folder, name)).catch(() => undefined)))
  if (content === undefined || content === '') response.writeHead(404).end()
  else response.writeHead(200, { 'Content-Type': html ? 'text/html' : (TYPES[extname(url)] ?? '') }).end(content)
}
