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
      body: 'Hello {firstName},\n\nan account for {companyName} was signed up at {appName} with this e-mail address.\n\nOpen the link to activate it. The link is valid for 24 hours and works once.',
      action: 'Activate account',
      footnote: 'You did not sign up? Then do nothing: without the link the account stays closed.',
    },
    samples: { firstName: 'Mary', companyName: 'Wind Tunnels Ltd' },
    required: [],
  },
  /** Sent instead of an activation link when the address has an account, so that the sign-up page gives the same answer. */
  ALREADY_REGISTERED: {
    text: {
      subject: 'You have a {appName} account already',
      body: 'Hello {firstName},\n\nsomeone signed up at {appName} with this e-mail address, which has an account already. Nothing was changed.\n\nIf it was you, sign in with the password you chose then.',
      action: 'Sign in',
      footnote: 'It was not you? Then there is nothing to do.',
    },
    samples: { firstName: 'Mary' },
    required: [],
  },
  PASSWORD_RESET: {
    text: {
      subject: 'Set a new password for {appName}',
      body: 'Hello {firstName},\n\nsomeone asked for a new password for your {appName} account.\n\nOpen the link to set it. The link is valid for 30 minutes and works once. All sessions are ended then.',
      action: 'Set a new password',
      footnote: 'You did not ask for it? Then do nothing: your password stays as it is.',
    },
    samples: { firstName: 'Mary' },
    required: [],
  },
  /** Notifies of a change of the sign-in, so that an attacker can't make one unnoticed. */
  ACCOUNT_CHANGED: {
    text: {
      subject: 'Your {appName} account was changed',
      body: 'Hello {firstName},\n\n{change}\n\nIf it was you, there is nothing to do.',
      action: 'Look at your account',
      footnote: 'It was not you? Then set a new password at once ("Forgot password?" on the sign-in page).',
    },
    samples: { firstName: 'Mary', change: 'The password was changed, and all other sessions were ended.' },
    required: ['change'],
  },
  /** Notifies of wrong passwords. */
  PASSWORD_GUESSED: {
    text: {
      subject: 'Someone tries wrong passwords for your {appName} account',
      body: 'Hello {firstName},\n\n{attempts} wrong passwords were tried for your {appName} account, from devices that you have not signed in with before. None was right.\n\nDevices that you have signed in with are not delayed. On a new device you may have to wait up to 15 minutes, or sign in with a passkey.',
      action: 'Set up a second factor',
      footnote: 'Was it you? Then set a new password ("Forgot password?" on the sign-in page).',
    },
    samples: { firstName: 'Mary', attempts: '10' },
    required: ['attempts'],
  },
  INVITATION: {
    text: {
      subject: 'Join {enterpriseName} at {appName}',
      body: 'Hello,\n\n{invitedBy} invites you to join {enterpriseName} at {appName}, as {role}.\n\nOpen the link to accept. It is valid for {days} days and works once.',
      action: 'Accept the invitation',
      footnote: 'You do not know who invites you? Then do nothing: without the link nobody joins.',
    },
    samples: { enterpriseName: 'Wind Tunnels Ltd', invitedBy: 'Dorothy Vaughan', role: 'Operator', days: '7' },
    required: ['enterpriseName'],
  },
  FEEDBACK_ANSWERED: {
    text: {
      subject: 'Your feedback to {appName}',
      body: 'Hello {firstName},\n\nthank you for your feedback. This is our answer:\n\n{answer}',
      action: 'Open the portal',
      footnote: 'You get this mail because you wrote to us in the portal.',
    },
    samples: { firstName: 'Mary', answer: 'The list can be sorted by country from today on.' },
    required: ['answer'],
  },
  FEEDBACK_ACCEPTED: {
    text: {
      subject: 'Thank you for your feedback to {appName}',
      body: 'Hello {firstName},\n\nwe take up what you wrote to us. As a thank-you the free trial of {enterpriseName} is {days} days longer. {until}',
      action: 'Open the portal',
      footnote: 'You get this mail because you wrote to us in the portal.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      days: '15',
      until: 'It runs until 2030-01-31.',
    },
    required: ['days'],
  },
  TRIAL_ENDING: {
    text: {
      subject: 'Your free trial of {appName} ends soon',
      body: 'Hello {firstName},\n\nthe free trial of {enterpriseName} ends on {day}.\n\nChoose a plan to go on without a break. Without one, what is beyond the free limits is frozen; nothing is deleted.',
      action: 'Look at the plans',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', day: '2030-01-31' },
    required: ['day'],
  },
  TRIAL_ENDED: {
    text: {
      subject: 'Your free trial of {appName} is expired.',
      body: 'Hello {firstName},\n\nthe free trial of {enterpriseName} has ended. What is beyond the free limits is frozen; nothing is deleted.\n\nChoose a plan, and everything goes on where it stopped.',
      action: 'Look at the plans',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd' },
    required: [],
  },
  /** An invoice or a credit note, attached as a PDF file. */
  INVOICE: {
    text: {
      subject: '{document} {number} of {appName}',
      body: 'Hello,\n\nattached is {document} {number} for {company}: {amount}, order {orderCode}.',
      action: 'See all orders',
      footnote: 'You get this mail because this address is for the invoices of {company}.',
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
      body: 'Hello {firstName},\n\n{reason}\n\nOrder {code} over {amount} waits for its payment until {day}.',
      action: 'Open the order',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      reason: 'Your plan PRO ends on 2030-01-31 and renews itself.',
      amount: 'USD 149.00',
      day: '2030-02-07',
    },
    required: ['code', 'amount', 'day'],
  },
  PAYMENT_FAILED: {
    text: {
      subject: 'Order {code} of {enterpriseName} was not paid by card',
      body: 'Hello {firstName},\n\nthe saved card was not charged {amount} for order {code}: {reason}\n\nThe order waits for its payment until {day}. {next}',
      action: 'Pay the order',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      amount: 'USD 149.00',
      reason: 'Your card was declined.',
      day: '2030-02-07',
      next: 'The card is tried again on 2030-02-02.',
    },
    required: ['code', 'amount', 'reason'],
  },
  /** For platform staff. */
  TRANSFER_WAITS: {
    text: {
      subject: 'A bank transfer of {enterpriseName} waits to be confirmed',
      body: 'Hello {firstName},\n\n{enterpriseName} has uploaded the proof of a bank transfer of {amount} for order {code}.\n\nConfirm it when the money has arrived, or reject it with a reason.',
      action: 'Open the order',
      footnote: 'You get this mail because you are a member of the staff of {appName}.',
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
      body: 'Hello {firstName},\n\n{actor} has {decision} the bank transfer of {amount} for order {code} of {enterpriseName}.',
      action: 'Open the order',
      footnote: 'You get this mail because you are a member of the staff of {appName}.',
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
      body: 'Hello {firstName},\n\nyour bank transfer of {amount} for order {code} of {enterpriseName} has arrived. Thank you.\n\n{next}',
      action: 'Open the order',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      code: '20300101080000123456',
      amount: 'USD 149.00',
      next: 'The plan PRO is active until 2030-01-31.',
    },
    required: ['code', 'amount'],
  },
  TRANSFER_REJECTED: {
    text: {
      subject: 'Your bank transfer for order {code} was rejected',
      body: 'Hello {firstName},\n\nthe bank transfer of {amount} for order {code} of {enterpriseName} was rejected:\n\n{reason}\n\nThe order is closed. To get the plan, order it again.',
      action: 'Open the order',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
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
      body: 'Hello {firstName},\n\nthe plan {plan} of {enterpriseName} has ended. What is beyond the free limits is frozen; nothing is deleted.\n\nChoose a plan, and everything goes on where it stopped.',
      action: 'Look at the plans',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', plan: 'PRO' },
    required: ['plan'],
  },
  USAGE_REACHED: {
    text: {
      subject: '{percent} % of the downloads of {enterpriseName} are used',
      body: 'Hello {firstName},\n\n{enterpriseName} has used {used} of the {total} downloads of its plan. {next}',
      action: 'Open the subscription',
      footnote: 'You get this mail because you look after the plan of {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      percent: '80',
      used: '80',
      total: '100',
      next: 'Each further download costs USD 0.60.',
    },
    required: ['used', 'total'],
  },
  /** A notification without a mail of its own. */
  NOTICE: {
    text: {
      subject: '{title}',
      body: 'Hello {firstName},\n\n{title}\n\n{text}',
      action: 'Open the notifications',
      footnote: 'You get this mail because you chose it under Notifications in {enterpriseName}.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      title: 'Campaign Spring runs low',
      text: '12 of 200 profiles are left.',
    },
    required: ['title'],
  },
  /** The notifications of a day, for users who want them in one mail. */
  DIGEST: {
    text: {
      subject: '{summary} from {appName}',
      body: 'Hello {firstName},\n\nsince your last summary:\n\n{list}',
      action: 'Open the notifications',
      footnote: 'You get this mail once a day because you chose it under Notifications.',
    },
    samples: {
      firstName: 'Mary',
      summary: '2 notifications',
      list: 'Campaign Spring runs low. 12 of 200 profiles are left.\n\nBatch B000000000012 is ready. 40 activation codes, with their result file.',
    },
    required: ['list'],
  },
  /** For the person who will install the eSIM, who needs no account. */
  CODE_SENT: {
    text: {
      subject: 'Your eSIM from {enterpriseName}',
      body: 'Hello,\n\n{sentBy} of {enterpriseName} sends you an eSIM: {provider}.\n\n{message}\n\nScan the QR code with the camera of the phone that shall use it, while it is on Wi‑Fi or mobile data. Or type in the activation code:\n\n{code}\n\n{confirmation}',
      action: 'Install the eSIM',
      footnote:
        'Anyone who has this code can install the eSIM: keep it to yourself. You do not expect it? Then do nothing.',
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
      body: 'Hello,\n\ntype this code into the {appName} page that asked for it. It shows that this address is yours.\n\nIt is valid for 30 minutes, works once, and only in the browser that asked for it. Nobody will ever ask you to tell it.',
      action: '',
      footnote: 'You did not ask for a code? Then do nothing.',
    },
    samples: {},
    required: [],
    hasCode: true,
  },
  /** A report that a schedule sends, attached or linked. */
  REPORT: {
    text: {
      subject: '{reportName}: {range}',
      body: 'Hello {firstName},\n\nthe report "{reportName}" of {enterpriseName} is ready: {range}.\n\n{how}',
      action: 'Open the report',
      footnote: 'You get this mail because {owner} chose you as a recipient. {owner} can change that under Reports.',
    },
    samples: {
      firstName: 'Mary',
      enterpriseName: 'Wind Tunnels Ltd',
      reportName: 'Downloads by group',
      range: '2030-01-01 to 2030-01-31',
      owner: 'Dorothy Vaughan',
      how: 'The link opens it in the portal, with your own rights.',
    },
    required: ['reportName', 'how'],
  },
  ENTERPRISE_CLOSING: {
    text: {
      subject: '{enterpriseName} will be deleted from {appName}',
      body: 'Hello {firstName},\n\n{actor} asked for {enterpriseName} to be deleted from {appName}.\n\nOn {day} it is deleted for good, with all its profiles, activation codes and members. Until then nothing can be downloaded from it, its members can only look, and every owner can keep it.',
      action: 'Look at it',
      footnote: 'You get this mail because you are an owner of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', actor: 'Dorothy Vaughan', day: '2030-01-31' },
    required: ['enterpriseName', 'day'],
  },
  ENTERPRISE_KEPT: {
    text: {
      subject: '{enterpriseName} stays at {appName}',
      body: 'Hello {firstName},\n\n{actor} decided that {enterpriseName} is not deleted from {appName}. Everything goes on as before.',
      action: 'Open the portal',
      footnote: 'You get this mail because you are an owner of {enterpriseName}.',
    },
    samples: { firstName: 'Mary', enterpriseName: 'Wind Tunnels Ltd', actor: 'Dorothy Vaughan' },
    required: ['enterpriseName'],
  },
  ENTERPRISE_DELETED: {
    text: {
      subject: '{enterpriseName} was deleted from {appName}',
      body: 'Hello {firstName},\n\n{enterpriseName} was deleted from {appName} for good, as its owner had asked. Its activation codes cannot be used any more.\n\nYour own account stays: you can sign in and create another enterprise account.',
      action: 'Open the portal',
      footnote: 'You get this mail because you were an owner of {enterpriseName}.',
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
      .map((name) => ({ path, text: `{${name}} is not a placeholder of this mail.` })),
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
