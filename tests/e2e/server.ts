import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programPath } from '../../apps/server/src/testing/program.ts'

/** What tests send to the process of a server. */
export type ToServer<Request> = 'stop' | { request: Request }

export type RunningServer<Facts, Request> = {
  /** What the process said when it was ready. */
  facts: Facts
  ask<Answer>(request: Request): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Runs `file`, a program of this folder that calls `startServer`, in a process of its own.
 * @throws when the process ends before it has answered
 */
export async function runServer<Facts, Request>(file: string): Promise<RunningServer<Facts, Request>> {
  const child = fork(programPath(join(import.meta.dirname, file)), { execArgv: [] })
  const gone = once(child, 'exit')
  const ended = gone.then(() => Promise.reject(new Error(`${file} ended before it answered`)))
  ended.catch(() => {})
  const nextAnswer = async () => {
    const [{ answer }] = (await Promise.race([once(child, 'message'), ended])) as [{ answer: unknown }]
    return answer
  }
  const send = (message: ToServer<Request>) => child.send(message as object | 'stop')
  return {
    facts: (await nextAnswer()) as Facts,
    ask: async <Answer>(request: Request) => {
      send({ request })
      return (await nextAnswer()) as Answer
    },
    stop: async () => {
      send('stop')
      await gone
    },
  }
}
