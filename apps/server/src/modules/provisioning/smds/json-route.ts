import { adminProtocol, RspRefusal, writeFailure } from '@simwright/rsp'
import { readJsonText } from '../../../http/json-text.ts'
import type { HttpAnswer, MachineRequest, MachineRoute } from '../../../http/machine-listener.ts'
import type { Smds } from './smds.ts'

const EXECUTION_ERROR = {
  subjectCode: '8.9',
  reasonCode: '4.2',
  message: 'The server had a problem. Please try again in a moment.',
}

/**
 * Serves one function of a JSON interface. A refusal is a function-level failure with HTTP status 200; a bug is
 * answered 8.9/4.2.
 */
export function jsonRoute(
  { log }: Pick<Smds, 'log'>,
  name: string,
  perform: (json: unknown, request: MachineRequest) => Promise<object>,
): MachineRoute {
  const refuse = (refusal: RspRefusal, status: number, { address }: MachineRequest) => {
    const { subjectCode, reasonCode, detail } = refusal
    log.info({ function: name, refusal: refusal.refusal, subjectCode, reasonCode, detail, address }, 'refused')
    return answer(status, writeFailure(refusal))
  }
  return {
    contentType: 'application/json',
    answer: async (request) => {
      try {
        return answer(200, await perform(readJsonText(request.body.toString('utf8')), request))
      } catch (error) {
        if (error instanceof RspRefusal) return refuse(error, 200, request)
        if (error instanceof SyntaxError)
          return refuse(new RspRefusal('request_malformed', { detail: 'the body is not JSON' }), 400, request)
        log.error({ err: error, function: name }, 'a call of the SM-DS failed')
        return answer(200, writeFailure(EXECUTION_ERROR))
      }
    },
  }
}

const answer = (status: number, body: object): HttpAnswer => ({
  status,
  headers: { 'x-admin-protocol': adminProtocol, 'content-type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(body),
})
