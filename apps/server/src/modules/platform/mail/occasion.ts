import { fillText } from '@simwright/contract'
import type { MailKind, MailText } from '@simwright/contract/platform/white-label'

/** An occasion for a mail: its default texts, and their placeholders. */
export type Occasion = {
  text: MailText
  /** Placeholders in addition to `{appName}`, each with a sample value. */
  samples: Readonly<Record<string, string>>
  /** Placeholders that the body must have. */
  required: readonly string[]
  /** A code that the recipient types in follows the text. */
  hasCode?: true
}

export const occasions: Readonly<Record<MailKind, Occasion>> = {
  ACTIVATION: {
    text: {
      subject: 'Activate your {appName} account',
      body: 'Hello {firstName},\n\nAn account for {companyName} was created on {appName} with this e-mail address.\n\nOpen the link to activate it. The link is valid for 24 hours and works once.',
      action: 'Activate account',
      footnote: 'If you did not sign up, ignore this e-mail: the account stays inactive.',
    },
    samples: { firstName: 'Mary', companyName: 'Wind Tunnels Ltd' },
    required: [],
  },
  /** Sent instead of an activation link when the address has an account, so that the sign-up page gives the same answer. */
  ALREADY_REGISTERED: {
    text: {
      subject: 'You already have a {appName} account',
      body: 'Hello {firstName},\n\nSomeone signed up on {appName} with this e-mail address, which already has an account. Nothing was changed.\n\nIf it was you, sign in with your existing password.',
      action: 'Sign in',
      footnote: 'If it was not you, you do not need to do anything.',
    },
    samples: { firstName: 'Mary' },
    required: [],
  },
  PASSWORD_RESET: {
    text: {
      subject: 'Set a new password for {appName}',
      body: 'Hello {firstName},\n\nSomeone requested a new password for your {appName} account.\n\nOpen the link to set it. The link is valid for 30 minutes and works once. Setting a new password ends all your sessions.',
      action: 'Set a new password',
      footnote: 'If you did not request it, ignore this e-mail: your password stays the same.',
    },
    samples: { firstName: 'Mary' },
    required: [],
  },
  /** Notifies of a change of the sign-in, so that an attacker can't make one unnoticed. */
  ACCOUNT_CHANGED: {
    text: {
      subject: 'Your {appName} account was changed',
      body: 'Hello {firstName},\n\n{change}\n\nIf it was you, you do not need to do anything.',
      action: 'Review your account',
      footnote: 'If it was not you, set a new password immediately ("Forgot password?" on the sign-in page).',
    },
    samples: { firstName: 'Mary', change: 'The password was changed, and all other sessions were ended.' },
    required: ['change'],
  },
  /** Notifies of wrong passwords. */
  PASSWORD_GUESSED: {
    text: {
      subject: 'Someone is guessing the password of your {appName} account',
      body: 'Hello {firstName},\n\n{attempts} wrong passwords were entered for your {appName} account, on devices that you have never signed in with. None was correct.\n\nSign-ins on your known devices are not delayed. On a new device you may have to wait up to 15 minutes, or sign in with a passkey.',
      action: 'Set up a second factor',
      footnote: 'If it was you, set a new password ("Forgot password?" on the sign-in page).',
    },
    samples: { firstName: 'Mary', attempts: '10' },
    required: ['attempts'],
  },
  INVITATION: {
    text: {
      subject: 'Join {enterpriseName} on {appName}',
      body: 'Hello,\n\n{invitedBy} invited you to join {enterpriseName} on {appName}, as {role}.\n\nOpen the link to accept. It is valid for {days} days and works once.',
      action: 'Accept invitation',
      footnote: 'If you do not know who invited you, ignore this e-mail: nothing happens unless you open the link.',
    },
    samples: { enterpriseName: 'Wind Tunnels Ltd', invitedBy: 'Dorothy Vaughan', role: 'Operator', days: '7' },
    required: ['enterpriseName'],
  },
  FEEDBACK_ANSWERED: {
    text: {
      subject: 'Your feedback on {appName}',
      body: 'Hello {firstName},\n\nThank you for your feedback. This is our answer:\n\n{answer}',
      action: 'Open the portal',
      footnote: 'You get this e-mail because you sent feedback in the portal.',
    },
    samples: { firstName: 'Mary', answer: 'You can now sort the list by country.' },
    required: ['answer'],
  },
  FEEDBACK_ACCEPTED: {
    text: {
      subject: 'Thank you for your feedback on {appName}',
      body: 'Hello {firstName},\n\nWe will act on your feedback. As a thank-you, the free trial of {enterpriseName} is {days} days longer. {until}',
      action: 'Open the portal',
      footnote: 'You get this e-mail because you sent feedback in the portal.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      days: '15',
      until: 'It runs until 31 Jan 2030.',
    },
    required: ['days'],
  },
  TRIAL_ENDING: {
    text: {
      subject: 'Your free trial of {appName} ends soon',
      body: 'Hello {firstName},\n\nThe free trial of {enterpriseName} ends on {day}.\n\nChoose a plan to continue without interruption. Without one, whatever exceeds the free limits is frozen; nothing is deleted.',
      action: 'Compare plans',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', day: '31 Jan 2030' },
    required: ['day'],
  },
  TRIAL_ENDED: {
    text: {
      subject: 'Your free trial of {appName} is expired.',
      body: 'Hello {firstName},\n\nThe free trial of {enterpriseName} has ended. Whatever exceeds the free limits is frozen; nothing is deleted.\n\nChoose a plan to continue where you left off.',
      action: 'Compare plans',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd' },
    required: [],
  },
  /** An invoice or a credit note, attached as a PDF file. */
  INVOICE: {
    text: {
      subject: '{document} {number} from {appName}',
      body: 'Hello,\n\n{document} {number} for {company} is attached: {amount}, order {orderCode}.',
      action: 'View orders',
      footnote: 'You get this e-mail because invoices of {company} are sent to this address.',
    },
    samples: {
      document: 'Invoice',
      number: 'SW-000123',
      company: 'Wind Tunnels Ltd',
      amount: 'USD 177.31',
      orderCode: '20300131000000000001',
    },
    required: ['number'],
  },
  ORDER_DUE: {
    text: {
      subject: 'Order {code} of {enterpriseName} is due',
      body: 'Hello {firstName},\n\n{reason}\n\nPay {amount} for order {code} by {day}.',
      action: 'Open order',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      reason: 'Your plan PRO ends on 31 Jan 2030 and renews automatically.',
      amount: 'USD 149.00',
      day: '7 Feb 2030',
    },
    required: ['code', 'amount', 'day'],
  },
  PAYMENT_FAILED: {
    text: {
      subject: 'Order {code} of {enterpriseName} was not paid by card',
      body: 'Hello {firstName},\n\nThe saved card could not be charged {amount} for order {code}: {reason}\n\nPay the order by {day}. {next}',
      action: 'Pay order',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      amount: 'USD 149.00',
      reason: 'Your card was declined.',
      day: '7 Feb 2030',
      next: 'The card is tried again on 2 Feb 2030.',
    },
    required: ['code', 'amount', 'reason'],
  },
  /** For platform staff. */
  TRANSFER_WAITS: {
    text: {
      subject: 'A bank transfer from {enterpriseName} is waiting for confirmation',
      body: 'Hello {firstName},\n\n{enterpriseName} uploaded proof of a bank transfer of {amount} for order {code}.\n\nConfirm it once the money has arrived, or reject it with a reason.',
      action: 'Open order',
      footnote: 'You get this e-mail because you are a member of the {appName} staff.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      amount: 'USD 149.00',
    },
    required: ['code', 'amount'],
  },
  /** For platform staff. */
  TRANSFER_DECIDED: {
    text: {
      subject: 'The bank transfer for order {code} was {decision}',
      body: 'Hello {firstName},\n\n{actor} {decision} the bank transfer of {amount} for order {code} of {enterpriseName}.',
      action: 'Open order',
      footnote: 'You get this e-mail because you are a member of the {appName} staff.',
    },
    samples: {
      firstName: 'Mary',
      actor: 'Dorothy Vaughan',
      decision: 'confirmed',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      amount: 'USD 149.00',
    },
    required: ['code', 'decision'],
  },
  TRANSFER_CONFIRMED: {
    text: {
      subject: 'Your payment for order {code} has arrived',
      body: 'Hello {firstName},\n\nYour bank transfer of {amount} for order {code} of {enterpriseName} has arrived. Thank you.\n\n{next}',
      action: 'Open order',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      amount: 'USD 149.00',
      next: 'The plan PRO is active until 31 Jan 2030.',
    },
    required: ['code', 'amount'],
  },
  TRANSFER_REJECTED: {
    text: {
      subject: 'Your bank transfer for order {code} was rejected',
      body: 'Hello {firstName},\n\nThe bank transfer of {amount} for order {code} of {enterpriseName} was rejected:\n\n{reason}\n\nThe order is closed. To get the plan, place a new order.',
      action: 'Open order',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      amount: 'USD 149.00',
      reason: 'No payment with this reference has arrived.',
    },
    required: ['code', 'reason'],
  },
  PLAN_ENDED: {
    text: {
      subject: 'The plan {plan} of {enterpriseName} has ended',
      body: 'Hello {firstName},\n\nThe plan {plan} of {enterpriseName} has ended. Whatever exceeds the free limits is frozen; nothing is deleted.\n\nChoose a plan to continue where you left off.',
      action: 'Compare plans',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', plan: 'PRO' },
    required: ['plan'],
  },
  USAGE_REACHED: {
    text: {
      subject: '{percent}% of the downloads of {enterpriseName} are used',
      body: 'Hello {firstName},\n\n{enterpriseName} has used {percent}% of the downloads of its plan ({used} of {total}). {next}',
      action: 'Open subscription',
      footnote: 'You get this e-mail because you manage the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      percent: '80',
      used: '80',
      total: '100',
      next: 'Each extra download costs USD 0.60.',
    },
    required: ['used', 'total'],
  },
  /** A notification without a mail of its own. */
  NOTICE: {
    text: {
      subject: '{title}',
      body: 'Hello {firstName},\n\n{title}\n\n{text}',
      action: 'Open notifications',
      footnote: 'You get this e-mail because of your notification settings in {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      title: 'Campaign Spring is running low',
      text: '12 of 200 profiles are left.',
    },
    required: ['title'],
  },
  /** The notifications of a day, for users who want them in one mail. */
  DIGEST: {
    text: {
      subject: '{summary} from {appName}',
      body: 'Hello {firstName},\n\nSince your last summary:\n\n{list}',
      action: 'Open notifications',
      footnote: 'You get this e-mail once a day because of your notification settings.',
    },
    samples: {
      firstName: 'Mary',
      summary: '2 notifications',
      list: 'Campaign Spring is running low. 12 of 200 profiles are left.\n\nBatch B000000000012 is ready. 40 activation codes, with their result file.',
    },
    required: ['list'],
  },
  /** For the person who will install the eSIM, who needs no account. */
  CODE_SENT: {
    text: {
      subject: 'Your eSIM from {enterpriseName}',
      body: 'Hello,\n\n{sentBy} of {enterpriseName} sent you an eSIM: {provider}.\n\n{message}\n\nScan the QR code with the camera of the phone that will use the eSIM, while the phone is on Wi‑Fi or mobile data. Or enter the activation code by hand:\n\n{code}\n\n{confirmation}',
      action: 'Install eSIM',
      footnote:
        'Anyone who has this code can install the eSIM, so keep it to yourself. If you did not expect this e-mail, ignore it.',
    },
    samples: {
      sentBy: 'Dorothy Vaughan',
      enterpriseName: 'Wind Tunnels Ltd',
      provider: 'Wind Mobile',
      message: 'For the tablet in the test car.',
      code: 'LPA:1$smdp.example.com$0A1B2C3D4E5F60718293A4B5C6D7E8F9',
      confirmation: '',
    },
    required: ['code'],
  },
  /** A code that verifies an address; the recipient types it into the page that asked for it. */
  SIGN_IN_CODE: {
    text: {
      subject: 'Your {appName} code',
      body: 'Hello,\n\nEnter this code on the {appName} page that asked for it, to confirm that this address is yours.\n\nIt is valid for 30 minutes, works once, and only in the browser that asked for it. Never share it: nobody at {appName} will ask you for it.',
      action: '',
      footnote: 'If you did not request a code, ignore this e-mail.',
    },
    samples: {},
    required: [],
    hasCode: true,
  },
  /** A report that a schedule sends, attached or linked. */
  REPORT: {
    text: {
      subject: '{reportName}: {range}',
      body: 'Hello {firstName},\n\nThe report "{reportName}" of {enterpriseName} is ready: {range}.\n\n{how}',
      action: 'Open report',
      footnote: 'You get this e-mail because {owner} chose you as a recipient. {owner} can change that under Reports.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      reportName: 'Downloads by group',
      range: '2030-01-01 to 2030-01-31',
      owner: 'Dorothy Vaughan',
      how: 'The link opens it in the portal, with your own permissions.',
    },
    required: ['reportName', 'how'],
  },
  ENTERPRISE_CLOSING: {
    text: {
      subject: '{enterpriseName} will be deleted from {appName}',
      body: 'Hello {firstName},\n\n{actor} requested the deletion of {enterpriseName} from {appName}.\n\nOn {day} it will be permanently deleted, with all its profiles, activation codes and members. Until then no device can download from it, its members can only view it, and any owner can cancel the deletion.',
      action: 'Review the deletion',
      footnote: 'You get this e-mail because you are an owner of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', actor: 'Dorothy Vaughan', day: '31 Jan 2030' },
    required: ['enterpriseName', 'day'],
  },
  ENTERPRISE_KEPT: {
    text: {
      subject: '{enterpriseName} will not be deleted from {appName}',
      body: 'Hello {firstName},\n\n{actor} canceled the deletion of {enterpriseName} from {appName}. Everything works as before.',
      action: 'Open the portal',
      footnote: 'You get this e-mail because you are an owner of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', actor: 'Dorothy Vaughan' },
    required: ['enterpriseName'],
  },
  ENTERPRISE_DELETED: {
    text: {
      subject: '{enterpriseName} was deleted from {appName}',
      body: 'Hello {firstName},\n\n{enterpriseName} was permanently deleted from {appName}, as its owner requested. Its activation codes no longer work.\n\nYour own account stays: you can sign in and create another enterprise account.',
      action: 'Open the portal',
      footnote: 'You get this e-mail because you were an owner of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd' },
    required: ['enterpriseName'],
  },
}

/** The placeholders of an occasion's texts. */
export function placeholdersOf(kind: MailKind): string[] {
  return ['appName', ...Object.keys(occasions[kind].samples)]
}

/** Checks texts of staff: no unknown placeholders, all required ones, and a label for the button. */
export function textFaults(kind: MailKind, text: MailText): { path: keyof MailText; text: string }[] {
  const known = placeholdersOf(kind)
  const entries = Object.entries(text) as [keyof MailText, string][]
  const unknown = entries.flatMap(([path, value]) =>
    namesIn(value)
      .filter((name) => !known.includes(name))
      .map((name) => ({ path, text: `{${name}} is not a placeholder of this e-mail.` })),
  )
  const missing = occasions[kind].required
    .filter((name) => !namesIn(text.body).includes(name))
    .map((name) => ({ path: 'body' as const, text: `{${name}} is missing.` }))
  const missingAction =
    occasions[kind].text.action !== '' && text.action === '' ? [{ path: 'action' as const, text: 'Required' }] : []
  return [...unknown, ...missing, ...missingAction]
}

const namesIn = (text: string) => [...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? '')

/** Fills all placeholders of a mail's texts. Placeholders inside values are not filled. */
export function fillTexts(text: MailText, values: Readonly<Record<string, string>>): MailText {
  const { subject, body, action, footnote } = text
  return {
    subject: fillText(subject, values),
    body: fillText(body, values),
    action: fillText(action, values),
    footnote: fillText(footnote, values),
  }
}
