import { mailKinds } from '@simwright/contract/platform/white-label'
import { endUserTexts } from '@simwright/contract/provisioning/end-user-text/en'
import { describe, expect, test } from 'vitest'
import type { Letter } from '../../../port/mail.ts'
import { testServer } from '../../../testing/server.ts'
import { senderOf } from '../brand/service.ts'
import * as letters from './letter.ts'
import { occasions, textFaults } from './occasion.ts'

const t = await testServer()
const sender = {
  ...senderOf(t.server, t.server.platforms.standard),
  appName: 'Alba <Connect>',
  supportEmail: 'help@alba.example',
}

const to = 'mary@example.com'
const firstName = 'Mary'
const enterpriseName = 'Wind Tunnels Ltd'
const link = 'https://portal.example.com/confirm?token=abc'
const named = { to, firstName, enterpriseName }
const endsAt = new Date('2030-01-31T12:00:00Z')
const orderId = '019aa000-0000-7000-8000-000000000000'
const transfer = { ...named, orderId, code: '20300101080000123456', amount: 'USD 149.00' }

/** A mail of each occasion, as the portal builds it. */
const mails: Readonly<Record<(typeof mailKinds)[number], Letter>> = {
  ACTIVATION: letters.activationLetter(sender, { to, firstName, companyName: enterpriseName, link }),
  ALREADY_REGISTERED: letters.alreadyRegisteredLetter(sender, { to, firstName }),
  PASSWORD_RESET: letters.passwordResetLetter(sender, { to, firstName, link }),
  PASSWORD_GUESSED: letters.passwordGuessedLetter(sender, { to, firstName, attempts: 10 }),
  ACCOUNT_CHANGED: letters.accountChangedLetter(sender, { to, firstName, change: 'A passkey was added.' }),
  INVITATION: letters.invitationLetter(sender, {
    to,
    invitedBy: 'Dorothy Vaughan',
    enterpriseName,
    roleName: 'Operator',
    link,
    days: 7,
  }),
  FEEDBACK_ANSWERED: letters.feedbackAnsweredLetter(sender, { to, firstName, answer: 'It comes in spring.' }),
  FEEDBACK_ACCEPTED: letters.feedbackAcceptedLetter(sender, { to, firstName, enterpriseName, days: 15, endsAt }),
  TRIAL_ENDING: letters.trialEndingLetter(sender, { to, firstName, enterpriseName, endsAt }),
  TRIAL_ENDED: letters.trialEndedLetter(sender, { to, firstName, enterpriseName }),
  SIGN_IN_CODE: letters.signInCodeLetter(sender, { to, code: '12345678' }),
  ENTERPRISE_CLOSING: letters.enterpriseClosingLetter(sender, {
    ...named,
    actor: 'Dorothy Vaughan',
    deletionAt: endsAt,
  }),
  ENTERPRISE_KEPT: letters.enterpriseKeptLetter(sender, { ...named, actor: 'Dorothy Vaughan' }),
  ENTERPRISE_DELETED: letters.enterpriseDeletedLetter(sender, named),
  INVOICE: letters.invoiceLetter(sender, {
    to,
    document: 'Credit note',
    number: 'SW-000124',
    company: enterpriseName,
    amount: 'USD 119.00',
    orderCode: '20300131000000000001',
    pdf: Buffer.from('%PDF-1.3'),
  }),
  ORDER_DUE: letters.orderDueLetter(sender, {
    ...named,
    orderId: '019aa000-0000-7000-8000-000000000000',
    code: '20300101080000123456',
    reason: 'The plan PRO renews itself when its period ends on 31 Jan 2030.',
    amount: 'USD 149.00',
    until: new Date('2030-02-07T00:00:00Z'),
  }),
  PAYMENT_FAILED: letters.paymentFailedLetter(sender, {
    ...named,
    orderId: '019aa000-0000-7000-8000-000000000000',
    code: '20300101080000123456',
    amount: 'USD 149.00',
    reason: 'Your card was declined.',
    next: 'The card is tried again on 2 Feb 2030.',
    until: new Date('2030-02-07T00:00:00Z'),
  }),
  TRANSFER_WAITS: letters.transferWaitsLetter(sender, transfer),
  TRANSFER_DECIDED: letters.transferDecidedLetter(sender, {
    ...transfer,
    actor: 'Dorothy Vaughan',
    decision: 'rejected',
  }),
  TRANSFER_CONFIRMED: letters.transferConfirmedLetter(sender, { ...transfer, next: 'The plan PRO is active.' }),
  TRANSFER_REJECTED: letters.transferRejectedLetter(sender, { ...transfer, reason: 'Nothing has arrived.' }),
  REPORT: letters.reportLetter(sender, {
    ...named,
    reportName: 'Downloads by group',
    range: '2030-01-01 to 2030-01-31',
    owner: 'Dorothy Vaughan',
    url: 'https://portal.example.com/reports?kind=usage',
    file: undefined,
    reason: '',
  }),
  PLAN_ENDED: letters.planEndedLetter(sender, { ...named, plan: 'PRO' }),
  USAGE_REACHED: letters.usageReachedLetter(sender, {
    ...named,
    percent: '80',
    used: '80',
    total: '100',
    next: 'Each extra download costs USD 0.60.',
  }),
  NOTICE: letters.noticeLetter(sender, {
    ...named,
    title: 'Campaign Spring is running low',
    text: '12 of 200 are left.',
  }),
  DIGEST: letters.digestLetter(sender, { to, firstName: 'Mary', summary: '2 notifications', list: 'One.\n\nTwo.' }),
  CODE_SENT: letters.codeLetter(sender, {
    to,
    sentBy: 'Dorothy Vaughan',
    enterpriseName,
    provider: 'Wind Mobile',
    message: '',
    code: 'LPA:1$smdp.example.com$AB-12',
    link,
    confirmationCodeRequired: true,
    testDevicesOnly: false,
    picture: Buffer.from('89504e47', 'hex'),
    speech: { language: 'en', texts: endUserTexts, ownMail: false },
  }),
}

describe.each(mailKinds)('the mail for %s', (kind) => {
  const { text, samples } = occasions[kind]

  test("has all placeholders filled in, and the platform's style", () => {
    expect(textFaults(kind, text)).toEqual([])
    for (const letter of [mails[kind], letters.sampleLetter(sender, kind)]) {
      expect(letter.kind).toBe(kind)
      expect(`${letter.subject}\n${letter.text}\n${letter.html}`).not.toMatch(/\{\w*\}|undefined|Simwright/)
      expect(letter.html).toContain('Alba &#60;Connect&#62;')
      expect(letter.html).toContain(sender.themeColor)
      expect(letter.text).toContain('help@alba.example')
    }
  })

  test("uses the texts of the platform's staff, with all placeholders", () => {
    const names = ['appName', ...Object.keys(samples)]
    const body = names.map((name) => `${name}: {${name}}.`).join('\n')
    const texts = { [kind]: { ...text, subject: 'Own words', body } }
    const letter = letters.sampleLetter({ ...sender, texts }, kind)
    expect(letter.subject).toBe('Own words')
    for (const [name, value] of Object.entries(samples)) expect(letter.text).toContain(`${name}: ${value}.`)
  })
})

test('the page of all mails shows each occasion', async () => {
  const token = t.server.mail.mailbox?.token.reveal() ?? ''
  const page = await (await fetch(`${t.url}/dev/mails?token=${encodeURIComponent(token)}`)).text()
  for (const kind of mailKinds) expect(page).toContain(`<dd>${kind}</dd>`)
})
