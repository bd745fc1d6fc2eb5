import { akaRules } from './aka-rule.ts'
import { applicationRules } from './application-rule.ts'
import { codeRules } from './code-rule.ts'
import { contentRules } from './content-rule.ts'
import { accessRuleRules, directoryRules, fileRules } from './file-rule.ts'
import { headerRules } from './header-rule.ts'
import { orderRules } from './order-rule.ts'
import { platformRules } from './platform-rule.ts'
import type { Rule } from './rule.ts'
import { templateRules } from './template-rule.ts'

/** All business rules for profile packages. */
export const packageRules: readonly Rule[] = [
  ...orderRules,
  ...headerRules,
  ...templateRules,
  ...fileRules,
  ...directoryRules,
  ...accessRuleRules,
  ...codeRules,
  ...akaRules,
  ...platformRules,
  ...contentRules,
  ...applicationRules,
]
