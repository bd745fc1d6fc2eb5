import type { contract } from '@simwright/contract'

type Group = keyof typeof contract | 'openApi'

/**
 * The groups of calls by task, as the reference shows them: the tasks that programs have most often come first, and so do
 * the groups of a task.
 */
export const TASKS: readonly { name: string; groups: readonly Group[] }[] = [
  { name: 'Generate codes', groups: ['batch', 'source'] },
  {
    name: 'Profiles',
    groups: ['fleet', 'operation', 'group', 'groupDefault', 'groupRule', 'rule', 'tag', 'attribute', 'search'],
  },
  { name: 'Deliver', groups: ['delivery', 'plannedDelivery', 'campaign', 'voucher', 'push', 'endUserPage'] },
  { name: 'Configure', groups: ['configuration', 'configurationVersion', 'configurationYaml', 'appletFile'] },
  { name: 'Watch', groups: ['dashboard', 'report', 'reportSchedule', 'webhook', 'notice', 'audit', 'comment'] },
  { name: 'Devices', groups: ['block', 'recycle', 'lease', 'leak', 'inspection'] },
  {
    name: 'Account',
    groups: ['plan', 'session', 'enterprise', 'move', 'erasure', 'team', 'approval', 'sso', 'view', 'sample'],
  },
  { name: 'Open API', groups: ['openApi'] },
]

/** The calls that programs make most, in groups that have other ones than those of `COMMON`. */
const MOST_USED: Partial<Record<Group, readonly string[]>> = {
  batch: ['start', 'single', 'startRange', 'progress', 'get', 'result', 'list'],
  source: ['upload', 'get', 'rows', 'mend', 'faults', 'template', 'pgpKey'],
  fleet: ['list', 'detail', 'count', 'timeline', 'exportCsv'],
  operation: ['start', 'preview', 'progress', 'get', 'list'],
  delivery: ['sendMails', 'startFile', 'fileProgress', 'fileContent', 'label', 'inspect'],
  campaign: ['list', 'get', 'add', 'fill', 'start', 'pause', 'resume', 'end', 'edit'],
  plannedDelivery: ['preview', 'add', 'list', 'edit', 'move', 'cancel'],
  voucher: ['list', 'get', 'add', 'edit', 'codes', 'labels', 'vouchers', 'revoke', 'revokeBatch', 'report'],
  comment: ['list', 'get', 'exportCsv', 'people', 'add', 'edit', 'remove'],
  approval: ['list', 'get', 'approve', 'refuse', 'cancel', 'comment', 'objects', 'waiting', 'policy', 'setPolicy'],
  rule: ['list', 'get', 'trial', 'add', 'edit', 'pause', 'resume', 'log', 'remove'],
  push: ['add', 'list', 'room'],
  configurationYaml: ['importYaml', 'planYaml', 'exportYaml'],
  dashboard: ['summary', 'range', 'breakdown'],
  report: ['run', 'list', 'exportFile'],
  inspection: ['inspect', 'compare'],
}

const COMMON = ['list', 'get', 'add', 'edit']

/** The place of a call in the reference: by task, group and use; calls with the same place keep their order. */
export function placeOf(operationId: string): [group: number, call: number] {
  const [group = '', method = ''] = operationId.split('.')
  const first = MOST_USED[group as Group] ?? COMMON
  const call = first.indexOf(method)
  return [ORDER.indexOf(group), call < 0 ? first.length : call]
}

const ORDER: readonly string[] = TASKS.flatMap(({ groups }) => groups)
