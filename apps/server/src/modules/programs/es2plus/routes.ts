import * as es2plus from '@simwright/contract/programs/es2plus'
import { type App, serve } from '../../../http/serve.ts'
import type { Es2plusServer as Server } from '../../../port/module.ts'
import {
  editOperator,
  listOperators,
  proveOperator,
  registerOperator,
  removeOperator,
  renewChallenge,
} from './operators.ts'

export function routes(app: App, server: Server): void {
  serve(app, es2plus.list, ({ who }) => listOperators(server, who))
  serve(app, es2plus.register, ({ who, input }) => registerOperator(server, who, input))
  serve(app, es2plus.challenge, ({ who, input }) => renewChallenge(server, who, input.id))
  serve(app, es2plus.prove, ({ who, input }) => proveOperator(server, who, input))
  serve(app, es2plus.edit, ({ who, input }) => editOperator(server, who, input))
  serve(app, es2plus.remove, ({ who, input }) => removeOperator(server, who, input.id))
}
