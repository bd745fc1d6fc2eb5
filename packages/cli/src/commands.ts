import { apply, plan } from './command/apply.ts'
import { approvalCommands } from './command/approval.ts'
import { attributeCommands } from './command/attribute.ts'
import { callAny } from './command/call.ts'
import { campaignCommands } from './command/campaign.ts'
import { commentCommands } from './command/comment.ts'
import { deliveryCommands } from './command/delivery.ts'
import { erasureCommands } from './command/erasure.ts'
import { groupCommands } from './command/group.ts'
import { generate, importFile } from './command/import.ts'
import { leakCommands } from './command/leak.ts'
import { exportFile, list } from './command/list.ts'
import { login, logout, whoami } from './command/login.ts'
import { push } from './command/push.ts'
import { ruleCommands } from './command/rule.ts'
import { tagCommands } from './command/tag.ts'
import { voucherCommands } from './command/voucher.ts'
import { watch, watchCampaign } from './command/watch.ts'
import { webhookListen } from './command/webhook.ts'
import type { Command } from './command.ts'

export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  plan,
  apply,
  importFile,
  generate,
  list,
  exportFile,
  push,
  ...campaignCommands,
  ...commentCommands,
  ...deliveryCommands,
  ...leakCommands,
  ...ruleCommands,
  ...voucherCommands,
  ...tagCommands,
  ...groupCommands,
  ...erasureCommands,
  ...attributeCommands,
  ...approvalCommands,
  watch,
  watchCampaign,
  webhookListen,
  callAny,
]
