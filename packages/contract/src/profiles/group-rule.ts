import { iccidPrefix } from '@simwright/ids'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../list.ts'
import { groupColors } from './group.ts'

/** The property of a profile that a rule checks: the first digits of a number, or the configuration. */
export const ruleMarks = ['ICCID', 'IMSI', 'MSISDN', 'CONFIGURATION'] as const
export type RuleMark = (typeof ruleMarks)[number]

/** The maximum number of rules of an enterprise account. */
export const GROUP_RULES_MAX = 200

const PREFIX_LIMITS = { ICCID: 20, IMSI: 15, MSISDN: 15 } as const

export const NewGroupRule = z
  .object({
    mark: z.enum(ruleMarks),
    /** The first digits of the number, or the id of the configuration. */
    value: z.string().trim().min(1, 'Required').max(36),
    groupId: id,
  })
  .transform((rule) => (rule.mark === 'ICCID' ? { ...rule, value: iccidPrefix(rule.value) } : rule))
  .superRefine(({ mark, value }, context) => {
    if (mark === 'CONFIGURATION') {
      if (!id.safeParse(value).success)
        context.addIssue({ code: 'custom', path: ['value'], message: 'Invalid configuration.' })
      return
    }
    const max = PREFIX_LIMITS[mark]
    if (!/^\d+$/.test(value)) context.addIssue({ code: 'custom', path: ['value'], message: 'Digits only.' })
    else if (value.length > max)
      context.addIssue({ code: 'custom', path: ['value'], message: `From 1 to ${max} characters.` })
  })
export type NewGroupRule = z.infer<typeof NewGroupRule>

export const GroupRule = z.object({
  id,
  mark: z.enum(ruleMarks),
  value: z.string(),
  /** Name of the configuration; null if it is deleted, or if the value is digits. */
  configurationName: z.string().nullable(),
  groupId: id,
  groupName: z.string(),
  groupColor: z.enum(groupColors),
  createdAt: z.string(),
  createdBy: z.string(),
})
export type GroupRule = z.infer<typeof GroupRule>

export const list = endpoint({
  method: 'POST',
  path: '/group/rule/list',
  access: ['Group_View', 'Generate_Ac_View'],
  reads: true,
  summary: 'Rules that assign new profiles to groups; the first matching rule applies',
  input: nothing,
  output: z.object({ items: z.array(GroupRule) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/group/rule/add',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Assign new profiles to a group by the first digits of a number or by configuration',
  input: z.object({ fields: NewGroupRule }),
  output: z.object({ id }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/group/rule/remove',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Remove a rule; profiles that it has assigned stay in their group',
  input: z.object({ id }),
  output: done,
})
