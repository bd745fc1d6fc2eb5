/** A mail before it is queued. */
export type Letter = {
  kind:
    | 'FEEDBACK_ANSWERED'
    | 'SIGN_IN_CODE'
    | 'ACTIVATION'
    | 'ALREADY_REGISTERED'
    | 'PASSWORD_RESET'
    | 'ACCOUNT_CHANGED'
    | 'INVITATION'
  to: string
  subject: string
  text: string
  html: string
}

/** Whose name and colour a mail bears. */
export type Sender = { appName: string; themeColor: string; publicUrl: string }

type Content = {
  greeting: string
  paragraphs: readonly string[]
  /** A code to be typed in where it was asked for. */
  code?: string
  action?: { label: string; url: string }
  footnote: string
}

export function activationLetter(
  sender: Sender,
  { to, firstName, companyName, link }: { to: string; firstName: string; companyName: string; link: string },
): Letter {
  return compose(sender, {
    kind: 'ACTIVATION',
    to,
    subject: `Activate your ${sender.appName} account`,
    content: {
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `an account for ${companyName} was signed up at ${sender.appName} with this e-mail address.`,
        'Open the link to activate it. The link is valid for 24 hours and works once.',
      ],
      action: { label: 'Activate account', url: link },
      footnote: 'You did not sign up? Then do nothing: without the link the account stays closed.',
    },
  })
}

/** Sent instead of an activation link when the address has an account, so that the page can answer the same. */
export function alreadyRegisteredLetter(sender: Sender, { to, firstName }: { to: string; firstName: string }): Letter {
  return compose(sender, {
    kind: 'ALREADY_REGISTERED',
    to,
    subject: `You have a ${sender.appName} account already`,
    content: {
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `someone signed up at ${sender.appName} with this e-mail address, which has an account already. Nothing was changed.`,
        'If it was you, sign in with the password you chose then.',
      ],
      action: { label: 'Sign in', url: `${sender.publicUrl}/login` },
      footnote: 'It was not you? Then there is nothing to do.',
    },
  })
}

export function passwordResetLetter(
  sender: Sender,
  { to, firstName, link }: { to: string; firstName: string; link: string },
): Letter {
  return compose(sender, {
    kind: 'PASSWORD_RESET',
    to,
    subject: `Set a new password for ${sender.appName}`,
    content: {
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `someone asked for a new password for your ${sender.appName} account.`,
        'Open the link to set it. The link is valid for 30 minutes and works once. All sessions are ended then.',
      ],
      action: { label: 'Set a new password', url: link },
      footnote: 'You did not ask for it? Then do nothing: your password stays as it is.',
    },
  })
}

/** Tells that something about the sign-in was changed, so that nobody else can do it unseen. */
export function accountChangedLetter(
  sender: Sender,
  { to, firstName, change }: { to: string; firstName: string; change: string },
): Letter {
  return compose(sender, {
    kind: 'ACCOUNT_CHANGED',
    to,
    subject: `Your ${sender.appName} account was changed`,
    content: {
      greeting: `Hello ${firstName},`,
      paragraphs: [change, 'If it was you, there is nothing to do.'],
      action: { label: 'Look at your account', url: `${sender.publicUrl}/user/security` },
      footnote: 'It was not you? Then set a new password at once ("Forgot password?" on the sign-in page).',
    },
  })
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
  return compose(sender, {
    kind: 'INVITATION',
    to,
    subject: `Join ${enterpriseName} at ${sender.appName}`,
    content: {
      greeting: 'Hello,',
      paragraphs: [
        `${invitedBy} invites you to join ${enterpriseName} at ${sender.appName}${roleName === '' ? '' : `, as ${roleName}`}.`,
        `Open the link to accept. It is valid for ${days} days and works once.`,
      ],
      action: { label: 'Accept the invitation', url: link },
      footnote: 'You do not know who invites you? Then do nothing: without the link nobody joins.',
    },
  })
}

/** What somebody has said is answered. */
export function feedbackAnsweredLetter(
  sender: Sender,
  { to, firstName, answer }: { to: string; firstName: string; answer: string },
): Letter {
  return compose(sender, {
    kind: 'FEEDBACK_ANSWERED',
    to,
    subject: `Your feedback to ${sender.appName}`,
    content: {
      greeting: `Hello ${firstName},`,
      paragraphs: ['thank you for your feedback. This is our answer:', ...answer.split(/\n+/)],
      action: { label: 'Open the portal', url: `${sender.publicUrl}/home` },
      footnote: 'You get this mail because you wrote to us in the portal.',
    },
  })
}

/** A code that proves an address; it is typed into the page that asked for it. */
export function signInCodeLetter(sender: Sender, { to, code }: { to: string; code: string }): Letter {
  return compose(sender, {
    kind: 'SIGN_IN_CODE',
    to,
    subject: `Your ${sender.appName} code`,
    content: {
      greeting: 'Hello,',
      paragraphs: [
        `type this code into the ${sender.appName} page that asked for it. It shows that this address is yours.`,
        'It is valid for 30 minutes, works once, and only in the browser that asked for it. Nobody will ever ask you to tell it.',
      ],
      code: `${code.slice(0, 4)} ${code.slice(4)}`,
      footnote: 'You did not ask for a code? Then do nothing.',
    },
  })
}

function compose(
  sender: Sender,
  { content, ...letter }: { kind: Letter['kind']; to: string; subject: string; content: Content },
): Letter {
  return { ...letter, subject: oneLine(letter.subject), text: textOf(sender, content), html: htmlOf(sender, content) }
}

/** No line break gets into a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

function textOf(sender: Sender, { greeting, paragraphs, code, action, footnote }: Content): string {
  const deed = action ? [`${action.label}: ${action.url}`] : []
  return [greeting, ...paragraphs, ...(code ? [code] : []), ...deed, footnote, `-- \n${sender.appName}`].join('\n\n')
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function codeHtml(code: string): string {
  return `<p style="margin:24px 0 8px;${FONT};font-size:28px;line-height:36px;font-weight:650;letter-spacing:0.08em;color:#12161d">${escapeHtml(code)}</p>`
}

function actionHtml(sender: Sender, action: { label: string; url: string }): string {
  const url = escapeHtml(action.url)
  return `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;background:${sender.themeColor};color:#ffffff;${FONT};font-size:15px;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:8px">${escapeHtml(action.label)}</a></p>
<p style="margin:0;${FONT};font-size:13px;line-height:20px;color:#636b78">Or copy this address into your browser:<br><a href="${url}" style="color:#636b78;word-break:break-all">${url}</a></p>`
}

/** Tables and styles on each element, as mail readers need them. */
function htmlOf(sender: Sender, { greeting, paragraphs, code, action, footnote }: Content): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;${FONT};font-size:15px;line-height:24px;color:#2e343e">${escapeHtml(text)}</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:0;background:#f7f8fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f8fa"><tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px;${FONT};font-size:17px;font-weight:600;letter-spacing:-0.01em;color:#12161d"><span style="display:inline-block;width:12px;height:12px;border-radius:4px;background:${sender.themeColor};margin-right:10px"></span>${escapeHtml(sender.appName)}</td></tr>
<tr><td style="background:#ffffff;border:1px solid #e5e8ee;border-radius:12px;padding:32px">
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${code ? codeHtml(code) : ''}${action ? actionHtml(sender, action) : ''}
</td></tr>
<tr><td style="padding:20px 4px;${FONT};font-size:13px;line-height:20px;color:#636b78">${escapeHtml(footnote)}</td></tr>
</table></td></tr></table>
</body></html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
}
