import type { NoticeFacts, NoticeKind } from '@simwright/contract/platform/notice-kind'

const ID = '019aa000-0000-7000-8000-000000000001'
const AT = '2030-01-31T12:00:00.000Z'
const batch = { batchId: ID, code: 'B000000000001', succeeded: 3, failed: 1 }
const file = { fileId: ID, form: 'QR_ZIP', codes: 3, left: 1 } as const
const operation = {
  operationId: ID,
  operation: 'NOTES',
  isUndo: false,
  succeeded: 3,
  failed: 1,
  canceled: false,
} as const
const amount = { cents: 14_900, currency: 'USD' }
const order = { orderId: ID, code: '20300101080000123456' }
const ofClient = { enterpriseName: 'Wind Tunnels Ltd', orderCode: order.code, ...amount }

/** Facts of each kind of notification. */
const rate = { percent: 87.5, level: 90, installed: 35, failed: 5, hours: 24 }

export const sampleFacts: { [K in NoticeKind]: NoticeFacts<K> } = {
  BATCH_DONE: batch,
  BATCH_FAILED: batch,
  FILE_DONE: file,
  FILE_FAILED: file,
  OPERATION_DONE: operation,
  OPERATION_FAILED: operation,
  BUILD_FAILED: { configurationId: ID, version: 1, name: 'Standard', reason: 'EF.SPN is too long.' },
  SUCCESS_FALLS: rate,
  VERSION_FALLS: { ...rate, configurationId: ID, name: 'Standard', version: 2, from: AT, to: AT },
  MODEL_FALLS: { ...rate, brand: 'Google', model: 'Pixel 9', from: AT, to: AT },
  DELIVERY_UNSENT: { iccid: '8988211000000000018', reason: 'Its activation code has expired.' },
  APPROVAL_ASKED: { requestId: ID, sentence: 'Delete 120 profiles', requestedBy: 'Ada Lovelace', expiresAt: AT },
  APPROVAL_ENDED: {
    requestId: ID,
    sentence: 'Delete 120 profiles',
    state: 'REFUSED',
    by: 'Grace Hopper',
    text: 'Ask sales.',
  },
  APPROVAL_OFF: { askedBy: 'Ada Lovelace', dueAt: AT },
  RULE_MATCHED: {
    ruleId: ID,
    name: 'Failed installations',
    text: 'Call the customer.',
    count: 3,
    iccid: '89440123456789000013',
    profileId: ID,
    event: 'INSTALL_FAILED',
  },
  RULE_LIMITED: { ruleId: ID, name: 'Failed installations', limit: 100, waiting: 12 },
  RULE_STOPPED: { ruleId: ID, name: 'Failed installations', reason: 'RIGHT_LOST' },
  COMMENT_MENTION: { commentId: ID, objectKind: 'CAMPAIGN', objectId: ID, name: 'Spring', actor: 'Ann Smith' },
  VOUCHERS_GUESSED: { voucherBatchId: ID, name: 'Spring cards', count: 30 },
  CODE_DEVICES: { profileId: ID, iccid: '89440123456789000013', value: 4, hours: 24, count: 1 },
  CODE_NETWORKS: { profileId: ID, iccid: '89440123456789000013', value: 9, hours: 24, count: 12 },
  CAMPAIGN_LOW: { campaignId: ID, name: 'Spring', remaining: 12, total: 200 },
  TRIAL_ENDING: { endsAt: AT },
  TRIAL_ENDED: {},
  USAGE_REACHED: { percent: 80, used: 80, total: 100 },
  PLAN_ENDED: { plan: 'PRO' },
  ORDER_DUE: { ...order, ...amount, until: AT },
  PAYMENT_FAILED: { ...order, ...amount, reason: 'Your card was declined.', until: AT },
  TRANSFER_CONFIRMED: { ...order, plan: 'PRO' },
  TRANSFER_REJECTED: { ...order, reason: 'Nothing has arrived.' },
  WEBHOOK_OFF: { endpointId: ID, name: 'Warehouse', reason: 'EXHAUSTED' },
  JOINED: { name: 'Grace Hopper' },
  REPORT_STOPPED: { reportName: 'Downloads by group', owner: 'Dorothy Vaughan', reason: 'Its owner has left.' },
  FEEDBACK_ANSWERED: { trialDays: 15 },
  INVITED: { enterpriseName: 'Wind Tunnels Ltd', invitedBy: 'Grace Hopper' },
  ACCOUNT_CHANGED: { change: 'A passkey was added.' },
  PASSWORD_GUESSED: { attempts: 10 },
  TRANSFER_WAITS: { orderId: ID, ...ofClient },
  TRANSFER_DECIDED: { orderId: ID, ...ofClient, decision: 'confirmed', actor: 'Dorothy Vaughan' },
  PAYMENT_RETURNED: ofClient,
  CERTIFICATE_ENDING: { name: 'CERT.DPauth.pem', notAfter: AT, days: 6 },
  SIGN_IN_ALARM: { attempts: 500 },
  FIGURES_WRONG: { enterpriseName: 'Wind Tunnels Ltd', rows: 3, example: 'brand Acme, installed: 4 instead of 3' },
  DISK_SHORT: { free: 100, reserve: 1024 },
}
