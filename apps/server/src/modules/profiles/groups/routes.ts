import * as group from '@simwright/contract/profiles/group'
import * as groupDefault from '@simwright/contract/profiles/group-default'
import * as groupRule from '@simwright/contract/profiles/group-rule'
import { type App, serve } from '../../../http/serve.ts'
import type { GroupsServer as Server } from '../../../port/module.ts'
import { readDefaults, setDefaults } from './default.ts'
import { addRule, listRules, removeRule } from './rule.ts'
import { addGroup, editGroup, listGroups, readGroup } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, group.list, ({ who }) => listGroups(server, who))
  serve(app, group.get, ({ who, input }) => readGroup(server, who, input.id))
  serve(app, group.add, ({ who, input }) => addGroup(server, who, input))
  serve(app, group.edit, ({ who, input }) => editGroup(server, who, input))
  serve(app, groupDefault.get, ({ who, input }) => readDefaults(server, who, input))
  serve(app, groupDefault.set, ({ who, input }) => setDefaults(server, who, input))
  serve(app, groupRule.list, ({ who }) => listRules(server, who))
  serve(app, groupRule.add, ({ who, input }) => addRule(server, who, input))
  serve(app, groupRule.remove, ({ who, input }) => removeRule(server, who, input))
}
