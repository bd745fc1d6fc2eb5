import type { ChecklistPoint, ChecklistReason } from '@simwright/contract/insight/admin-dashboard'

/** Admin: what the operator of the portal has set up. */
export const checklistTexts = {
  title: { one: 'Checklist: {count} point is open', other: 'Checklist: {count} points are open' },
  text: 'What a portal needs before others use it.',
  textNotSold: 'What a portal needs before others use it. Nothing is sold until a way to pay and a contact are set up.',
  done: 'Done: {points}',
  blocks: 'Blocks sales',
  on: 'On {platforms}.',
  open: 'Set up {point}',
  guide: 'Guide',
  setUp: 'Set up',
  points: {
    ADDRESS: 'Address and TLS',
    MAIL: 'Mail server',
    CERTIFICATES: 'Certificates',
    PAYMENT: 'Seller, and bank account or Stripe',
    CONTACT: 'Contact',
    TERMS: 'Terms',
    BACKUP: 'Backup',
  } satisfies Record<ChecklistPoint, string>,
  reasons: {
    ADDRESS_LOCAL: 'Only this machine reaches the portal. Set PUBLIC_URL to its https address.',
    ADDRESS_WITHOUT_TLS:
      'The address of the portal is http. Put a TLS proxy in front of it, and set PUBLIC_URL to https.',
    SMDP_ADDRESS_LOCAL: 'Activation codes name this machine as SM-DP+. Set SMDP_HOST to a name that phones reach.',
    MAIL_NO_SERVER: 'E-mails stay in the development mailbox. Set SMTP_URL.',
    CERTIFICATES_TEST: 'Only virtual phones and test cards can download. Load live certificates with RSP_CERTS_DIR.',
    CERTIFICATES_EXPIRED: 'A certificate has expired. Replace it in the folder of RSP_CERTS_DIR.',
    PAYMENT_NO_SELLER: 'Cards are accepted, but invoices do not name the company that sells. Enter the seller.',
    PAYMENT_NO_METHOD: 'Customers cannot pay. Enter the seller with a bank account, or set the keys of Stripe.',
    CONTACT_NONE: 'Customers cannot reach you. Enter a contact or support address.',
    TERMS_NONE: 'Customers accept no terms. Publish them, or enter their address.',
    BACKUP_NONE: 'There is no backup yet. Create one with npm run backup, and schedule it.',
    BACKUP_OLD: 'The last backup is more than {days} days old.',
  } satisfies Record<ChecklistReason, string>,
} as const
