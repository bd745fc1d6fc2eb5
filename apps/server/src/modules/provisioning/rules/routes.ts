import * as rule from '@simwright/contract/provisioning/rule'
import { type App, serve } from '../../../http/serve.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { addRule, editRule, listRules, listRuns, pauseRule, readRule, removeRule, resumeRule } from './service.ts'
import { tryRule } from './trial.ts'

export function routes(app: App, server: Server): void {
  serve(app, rule.list, ({ who, input }) => listRules(server, who, input))
  serve(app, rule.get, ({ who, input }) => readRule(server, who, input.id))
  serve(app, rule.add, ({ who, input, once }) => addRule(server, who, { input, once }))
  serve(app, rule.edit, ({ who, input }) => editRule(server, who, input))
  serve(app, rule.pause, ({ who, input }) => pauseRule(server, who, input.id))
  serve(app, rule.resume, ({ who, input }) => resumeRule(server, who, input.id))
  serve(app, rule.remove, ({ who, input }) => removeRule(server, who, input))
  serve(app, rule.trial, ({ who, input }) => tryRule(server, who, input.definition))
  serve(app, rule.log, ({ who, input }) => listRuns(server, who, input))
}
