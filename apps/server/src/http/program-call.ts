import type { FastifyInstance } from 'fastify'
import type { CallingProgram, CallLog, CallShape } from '../port/call-log.ts'

/** Passes each call of a program to the log, when it has ended. */
export function logProgramCalls(app: FastifyInstance, log: CallLog): void {
  app.decorateRequest('program', undefined)
  app.decorateRequest('sent', undefined)
  app.decorateRequest('answered', undefined)
  app.decorateRequest('shape', undefined)
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    if (request.program) request.answered = payload
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { program, method, client, id: requestId, sent, answered, shape } = request
    if (program)
      log.add({
        program,
        method,
        path: request.routeOptions.url ?? '',
        status: reply.statusCode,
        ms: reply.elapsedTime,
        address: client.address,
        requestId,
        sent,
        shape,
        isForm: request.isMultipart(),
        answered,
      })
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the call is known to be one of a program, even if it is refused afterwards; for the request log. */
    program: CallingProgram | undefined
    /** What was sent, as parsed; for the request log. */
    sent: unknown
    /** What the contract says of both; for the request log. */
    shape: CallShape | undefined
    /** The envelope of the answer; for the request log. */
    answered: unknown
  }
}
