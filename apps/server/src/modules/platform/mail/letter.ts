import { contrast, readableOn } from '@simwright/contract/platform/contrast'
import type { MailKind, MailText } from '@simwright/contract/platform/white-label'
import { dayText } from '../../../format/day.ts'
import type { Letter, LetterFile, LetterPicture, Sender } from '../../../port/mail.ts'
import { fillTexts, occasions } from './occasion.ts'

/** The content id by which the HTML refers to the attached picture. */
export const PICTURE_CID = 'picture@mail'

export function activationLetter(
  sender: Sender,
  { to, firstName, companyName, link }: { to: string; firstName: string; companyName: string; link: string },
): Letter {
  return compose(sender, { kind: 'ACTIVATION', to, values: { firstName, companyName }, url: link })
}

export function alreadyRegisteredLetter(sender: Sender, { to, firstName }: { to: string; firstName: string }): Letter {
  return compose(sender, { kind: 'ALREADY_REGISTERED', to, values: { firstName }, url: sender.signInUrl })
}

export function passwordResetLetter(
  sender: Sender,
  { to, firstName, link }: { to: string; firstName: string; link: string },
): Letter {
  return compose(sender, { kind: 'PASSWORD_RESET', to, values: { firstName }, url: link })
}

export function accountChangedLetter(
  sender: Sender,
  { to, firstName, change }: { to: string; firstName: string; change: string },
): Letter {
  const url = `${sender.publicUrl}/user/security`
  return compose(sender, { kind: 'ACCOUNT_CHANGED', to, values: { firstName, change }, url })
}

export function passwordGuessedLetter(
  sender: Sender,
  { to, firstName, attempts }: { to: string; firstName: string; attempts: number },
): Letter {
  const url = `${sender.publicUrl}/user/security`
  return compose(sender, { kind: 'PASSWORD_GUESSED', to, values: { firstName, attempts: String(attempts) }, url })
}

export function invitationLetter(
  sender: Sender,
  invitation: {
    to: string
    invitedBy: string
    enterpriseName: string
    roleName: string
    link: string
    /** How long the link is valid. */
    days: number
  },
): Letter {
  const { to, invitedBy, enterpriseName, roleName, link, days } = invitation
  const values = { invitedBy, enterpriseName, role: roleName || 'a member', days: String(days) }
  return compose(sender, { kind: 'INVITATION', to, values, url: link })
}

export function feedbackAnsweredLetter(
  sender: Sender,
  { to, firstName, answer }: { to: string; firstName: string; answer: string },
): Letter {
  const url = `${sender.publicUrl}/home`
  return compose(sender, { kind: 'FEEDBACK_ANSWERED', to, values: { firstName, answer }, url })
}

export function feedbackAcceptedLetter(
  sender: Sender,
  accepted: { to: string; firstName: string; enterpriseName: string; days: number; endsAt: Date | null },
): Letter {
  const { to, firstName, enterpriseName, days, endsAt } = accepted
  const until = endsAt ? `It runs until ${dayText(endsAt)}.` : 'You can start it with one click.'
  const values = { firstName, enterpriseName, days: String(days), until }
  return compose(sender, { kind: 'FEEDBACK_ACCEPTED', to, values, url: `${sender.publicUrl}/subscription` })
}

type PlanFields = { to: string; firstName: string; enterpriseName: string }

export function trialEndingLetter(sender: Sender, { to, endsAt, ...named }: PlanFields & { endsAt: Date }): Letter {
  const url = `${sender.publicUrl}/subscription`
  return compose(sender, { kind: 'TRIAL_ENDING', to, values: { ...named, day: dayText(endsAt) }, url })
}

export function trialEndedLetter(sender: Sender, { to, ...named }: PlanFields): Letter {
  return compose(sender, { kind: 'TRIAL_ENDED', to, values: named, url: `${sender.publicUrl}/subscription` })
}

export function orderDueLetter(
  sender: Sender,
  due: PlanFields & { orderId: string; code: string; reason: string; amount: string; until: Date },
): Letter {
  const { to, orderId, until, ...named } = due
  const url = `${sender.publicUrl}/order?open=${orderId}`
  return compose(sender, { kind: 'ORDER_DUE', to, values: { ...named, day: dayText(until) }, url })
}

type PaymentFailed = { orderId: string; code: string; amount: string; reason: string; next: string; until: Date }

export function paymentFailedLetter(sender: Sender, failed: PlanFields & PaymentFailed): Letter {
  const { to, orderId, until, ...named } = failed
  const url = `${sender.publicUrl}/order?open=${orderId}`
  return compose(sender, { kind: 'PAYMENT_FAILED', to, values: { ...named, day: dayText(until) }, url })
}

/** What letters about a bank transfer say. */
type TransferFields = PlanFields & { orderId: string; code: string; amount: string }

const staffOrderUrl = ({ publicUrl }: Sender, orderId: string) => `${publicUrl}/admin/order?open=${orderId}`
const orderUrl = ({ publicUrl }: Sender, orderId: string) => `${publicUrl}/order?open=${orderId}`

export function transferWaitsLetter(sender: Sender, { to, orderId, ...values }: TransferFields): Letter {
  return compose(sender, { kind: 'TRANSFER_WAITS', to, values, url: staffOrderUrl(sender, orderId) })
}

export function transferDecidedLetter(
  sender: Sender,
  { to, orderId, ...values }: TransferFields & { actor: string; decision: 'confirmed' | 'rejected' },
): Letter {
  return compose(sender, { kind: 'TRANSFER_DECIDED', to, values, url: staffOrderUrl(sender, orderId) })
}

export function transferConfirmedLetter(
  sender: Sender,
  { to, orderId, ...values }: TransferFields & { next: string },
): Letter {
  return compose(sender, { kind: 'TRANSFER_CONFIRMED', to, values, url: orderUrl(sender, orderId) })
}

export function transferRejectedLetter(
  sender: Sender,
  { to, orderId, ...values }: TransferFields & { reason: string },
): Letter {
  return compose(sender, { kind: 'TRANSFER_REJECTED', to, values, url: orderUrl(sender, orderId) })
}

export function planEndedLetter(sender: Sender, { to, ...named }: PlanFields & { plan: string }): Letter {
  return compose(sender, { kind: 'PLAN_ENDED', to, values: named, url: `${sender.publicUrl}/subscription` })
}

export function usageReachedLetter(
  sender: Sender,
  { to, ...named }: PlanFields & { percent: string; used: string; total: string; next: string },
): Letter {
  return compose(sender, { kind: 'USAGE_REACHED', to, values: named, url: `${sender.publicUrl}/subscription` })
}

type NoticeFields = { to: string; firstName: string; enterpriseName: string; title: string; text: string }

/** The mail of a notification that has no letter of its own. */
export function noticeLetter(sender: Sender, { to, ...values }: NoticeFields): Letter {
  return compose(sender, { kind: 'NOTICE', to, values, url: `${sender.publicUrl}/notifications` })
}

/** The daily mail with notifications; `list` has one paragraph for each. */
export function digestLetter(
  sender: Sender,
  { to, ...values }: { to: string; firstName: string; summary: string; list: string },
): Letter {
  return compose(sender, { kind: 'DIGEST', to, values, url: `${sender.publicUrl}/notifications` })
}

type EnterpriseFields = { to: string; firstName: string; enterpriseName: string }

export function enterpriseClosingLetter(
  sender: Sender,
  { to, deletionAt, ...named }: EnterpriseFields & { actor: string; deletionAt: Date },
): Letter {
  const url = `${sender.publicUrl}/setting/enterprise`
  return compose(sender, { kind: 'ENTERPRISE_CLOSING', to, values: { ...named, day: dayText(deletionAt) }, url })
}

export function enterpriseKeptLetter(sender: Sender, { to, ...named }: EnterpriseFields & { actor: string }): Letter {
  return compose(sender, { kind: 'ENTERPRISE_KEPT', to, values: named, url: `${sender.publicUrl}/home` })
}

export function enterpriseDeletedLetter(sender: Sender, { to, ...named }: EnterpriseFields): Letter {
  return compose(sender, { kind: 'ENTERPRISE_DELETED', to, values: named, url: sender.signInUrl })
}

export function signInCodeLetter(sender: Sender, { to, code }: { to: string; code: string }): Letter {
  return compose(sender, { kind: 'SIGN_IN_CODE', to, values: {}, code: `${code.slice(0, 4)} ${code.slice(4)}` })
}

/** The texts for the person who will install the eSIM, by the names in the contract. */
type MailSpeech = {
  language: string
  texts: Readonly<
    Record<
      | 'qrLabel'
      | 'mailSubject'
      | 'mailIntro'
      | 'mailHow'
      | 'mailConfirmation'
      | 'testOnly'
      | 'mailAction'
      | 'mailAddress'
      | 'mailFootnote',
      string
    >
  >
  /** Whether the enterprise account has replaced a text of the mail. */
  ownMail: boolean
}

export type CodeFields = {
  to: string
  sentBy: string
  enterpriseName: string
  /** The name of the eSIM. */
  provider: string
  message: string
  code: string
  /** The address of the public page; null without one. */
  link: string | null
  confirmationCodeRequired: boolean
  /** Whether phones on sale cannot install it. */
  testDevicesOnly: boolean
  speech: MailSpeech
  /** PNG of the QR code. */
  picture: Uint8Array
}

/**
 * The mail with an activation code, for the person who will install the eSIM. In English, the platform's own text precedes
 * the default one; a text of the enterprise account precedes both.
 */
export function codeLetter(sender: Sender, sent: CodeFields): Letter {
  const { to, sentBy, enterpriseName, provider, message, code, link, picture, speech } = sent
  const { texts, language } = speech
  const notes = [sent.confirmationCodeRequired && texts.mailConfirmation, sent.testDevicesOnly && texts.testOnly]
  const confirmation = notes.filter(Boolean).join('\n\n')
  const values = { sentBy, enterpriseName, provider, message, code, confirmation }
  const png = Buffer.from(picture).toString('base64')
  const shown = { name: 'activation-code.png', png, alt: texts.qrLabel }
  const isPlatformText = language === 'en' && !speech.ownMail && sender.texts.CODE_SENT
  const text = {
    subject: texts.mailSubject,
    body: [texts.mailIntro, '{message}', texts.mailHow, '{code}', '{confirmation}'].join('\n\n'),
    action: texts.mailAction,
    footnote: texts.mailFootnote,
  }
  return compose(sender, {
    kind: 'CODE_SENT',
    to,
    values,
    picture: shown,
    language,
    copyAddress: texts.mailAddress,
    ...(isPlatformText ? {} : { text }),
    ...(link ? { url: link } : {}),
  })
}

export type InvoiceFields = {
  to: string
  /** Such as `Invoice`. */
  document: string
  number: string
  /** The recipient of the invoice. */
  company: string
  /** With the currency. */
  amount: string
  orderCode: string
  pdf: Uint8Array
}

/** The mail with an invoice or a credit note as a PDF file. */
export function invoiceLetter(sender: Sender, { to, pdf, ...values }: InvoiceFields): Letter {
  const content = Buffer.from(pdf).toString('base64')
  const file = { name: `${values.number.replaceAll('/', '-')}.pdf`, type: 'application/pdf', content }
  return compose(sender, { kind: 'INVOICE', to, values, file, url: `${sender.publicUrl}/order` })
}

export type ReportFields = EnterpriseFields & {
  reportName: string
  /** The first and the last day, or the day of the report. */
  range: string
  /** The name of the schedule's owner. */
  owner: string
  /** The report in the portal. */
  url: string
  /** Undefined: the mail has only the link. */
  file: LetterFile | undefined
  /** Why a schedule that attaches the file does not, or what the recipient must know about the file; may be empty. */
  reason: string
}

/** The mail of a schedule, with the report's file or only its link. */
export function reportLetter(sender: Sender, { to, url, file, reason, ...named }: ReportFields): Letter {
  const linked = 'The link opens it in the portal, with your own permissions.'
  const how = (file ? ['The file is attached.', reason] : [reason, linked]).filter(Boolean).join(' ')
  return compose(sender, { kind: 'REPORT', to, values: { ...named, how }, url, ...(file ? { file } : {}) })
}

/** The mail of an occasion with sample data. `text` replaces the platform's text. */
export function sampleLetter(sender: Sender, kind: MailKind, text?: MailText): Letter {
  const { samples, hasCode } = occasions[kind]
  const withText = text ? { ...sender, texts: { [kind]: text } } : sender
  const to = 'mary@example.com'
  return compose(withText, { kind, to, values: samples, url: sender.signInUrl, code: hasCode && '1234 5678' })
}

type Content = {
  paragraphs: readonly string[]
  /** A code that the recipient types into the page that asked for it. */
  code?: string
  picture?: LetterPicture
  action?: { label: string; url: string; copyAddress: string }
  footnote: string
  language: string
}

type LetterParts = {
  kind: MailKind
  to: string
  values: Readonly<Record<string, string>>
  /** Instead of the text of the kind. */
  text?: MailText
  /** BCP 47; by default English. */
  language?: string
  /** Precedes the address of the link. */
  copyAddress?: string
  url?: string
  code?: string
  picture?: LetterPicture
  file?: LetterFile
}

function compose(sender: Sender, parts: LetterParts): Letter {
  const { kind, to, values, url, code, picture, file, language = 'en' } = parts
  const { copyAddress = 'Or copy this address into your browser:' } = parts
  const named = { ...values, appName: sender.appName }
  const { subject, body, action, footnote } = fillTexts(parts.text ?? sender.texts[kind] ?? occasions[kind].text, named)
  const content = {
    paragraphs: body
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
    code,
    picture,
    action: url === undefined || action === '' ? undefined : { label: action, url, copyAddress },
    footnote,
    language,
  }
  return {
    kind,
    to,
    subject: oneLine(subject),
    text: textOf(sender, content),
    html: htmlOf(sender, content),
    from: { name: oneLine(sender.from.name), address: sender.from.address },
    platformId: sender.platformId,
    ...(picture ? { picture } : {}),
    ...(file ? { file } : {}),
  }
}

/** Replaces line breaks and control characters, so that a value can't add a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

function textOf(sender: Sender, { paragraphs, code, action, footnote }: Content): string {
  const link = action ? [`${action.label}: ${action.url}`] : []
  const signature = ['-- ', sender.appName, ...(sender.supportEmail ? [sender.supportEmail] : [])].join('\n')
  return [...paragraphs, ...(code ? [code] : []), ...link, footnote, signature].join('\n\n')
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function codeHtml(code: string): string {
  return `<p style="margin:24px 0 8px;${FONT};font-size:28px;line-height:36px;font-weight:650;letter-spacing:0.08em;color:#12161d">${escapeHtml(code)}</p>`
}

function pictureHtml({ alt }: LetterPicture): string {
  return `<p style="margin:24px 0 8px"><img src="cid:${PICTURE_CID}" alt="${escapeHtml(alt)}" width="180" height="180" style="display:block;border:1px solid #e5e8ee;border-radius:10px"></p>`
}

function actionHtml(sender: Sender, action: { label: string; url: string; copyAddress: string }): string {
  const url = escapeHtml(action.url)
  return `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;background:${sender.themeColor};color:${readableOn(sender.themeColor)};${FONT};font-size:15px;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:8px${borderOf(sender.themeColor)}">${escapeHtml(action.label)}</a></p>
<p style="margin:0;${FONT};font-size:13px;line-height:20px;color:#636b78">${escapeHtml(action.copyAddress)}<br><a href="${url}" dir="ltr" style="color:#636b78;word-break:break-all">${url}</a></p>`
}

/** A border for a color that is close to the mail's background. */
function borderOf(color: string): string {
  return contrast(color, '#ffffff') < 1.5 ? ';border:1px solid #868e9c' : ''
}

/** The platform's logo or, without one, its color and name. */
function brandHtml({ appName, themeColor, logoUrl }: Sender): string {
  if (logoUrl) {
    return `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(appName)}" height="28" style="display:block;height:28px;max-width:240px">`
  }
  return `<span style="display:inline-block;width:12px;height:12px;border-radius:4px;background:${themeColor}${borderOf(themeColor)};margin-right:10px"></span>${escapeHtml(appName)}`
}

function supportHtml({ supportEmail }: Sender): string {
  if (supportEmail === undefined) return ''
  const address = escapeHtml(supportEmail)
  return `<br><a href="mailto:${address}" style="color:#636b78">${address}</a>`
}

/** Whether a paragraph is an activation code, which is read from left to right in every language. */
const isCode = (text: string) => /^LPA:\S+$/.test(text)

/** Uses tables and inline styles, because mail readers need them. */
function htmlOf(sender: Sender, { paragraphs, code, picture, action, footnote, language }: Content): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const paragraph = (text: string) =>
    `<p${isCode(text) ? ' dir="ltr"' : ''} style="margin:0 0 16px;${FONT};font-size:15px;line-height:24px;color:#2e343e">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"></head>
<body dir="${direction}" style="margin:0;padding:0;background:#f7f8fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f8fa"><tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px;${FONT};font-size:17px;font-weight:600;letter-spacing:-0.01em;color:#12161d">${brandHtml(sender)}</td></tr>
<tr><td style="background:#ffffff;border:1px solid #e5e8ee;border-radius:12px;padding:32px">
${paragraphs.map(paragraph).join('\n')}
${code ? codeHtml(code) : ''}${picture ? pictureHtml(picture) : ''}${action ? actionHtml(sender, action) : ''}
</td></tr>
<tr><td style="padding:20px 4px;${FONT};font-size:13px;line-height:20px;color:#636b78">${escapeHtml(footnote)}${supportHtml(sender)}</td></tr>
</table></td></tr></table>
</body></html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
}
