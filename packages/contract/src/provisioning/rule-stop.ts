/** Why a rule stopped. Resuming or saving it makes the user its owner. */
export const ruleStopReasons = {
  OWNER_GONE: 'The member who saved it is no longer an active member.',
  OWNER_LIMITED: 'The view of the member who saved it is limited to groups now.',
  RIGHT_LOST: 'The member or the API key that saved it lost a permission that its actions need.',
  KEY_GONE: 'The API key that saved it was revoked or has expired.',
  PLAN_LIMIT: 'The plan has fewer active rules, and those that were created first go on.',
  REFERENCE_GONE: 'Something that it refers to was deleted.',
} as const
export type RuleStopReason = keyof typeof ruleStopReasons
