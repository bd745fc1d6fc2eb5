import { mailKinds } from '@simwright/contract/platform/white-label'
import type { LetterPicture } from '../../../port/mail.ts'
import type { MailServer as Server } from '../../../port/module.ts'
import { findPlatform, senderOf } from '../brand/service.ts'
import { escapeHtml, sampleLetter } from './letter.ts'
import type { MailboxLetter } from './service.ts'

type Mailbox = { closed: true } | { closed: false; letters: readonly MailboxLetter[] }

/** A page of all occasions in the style of a platform, each as HTML and as plain text. */
export function occasionsPage(server: Server, sys: unknown): string {
  const platform = findPlatform(server, typeof sys === 'string' ? sys : undefined)
  const letters = mailKinds.map((kind) => sampleLetter(senderOf(server, platform), kind))
  const intro = `<p class="intro">What ${escapeHtml(platform.app_name)} sends, with sample data. <code>&amp;sys=</code> at the end of the address names another platform.</p>`
  const articles = letters.map(
    ({ kind, subject, from, html, text }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<dl><dt>Occasion</dt><dd>${kind}</dd><dt>From</dt><dd>${escapeHtml(`${from.name} <${from.address}>`)}</dd></dl>
<iframe title="${escapeHtml(subject)}" sandbox srcdoc="${escapeHtml(html)}"></iframe>
<details><summary>As text</summary><div class="text">${escapeHtml(text)}</div></details>
</article>`,
  )
  return pageOf('All e-mails', intro + articles.join('\n'))
}

/** The page of the development mailbox. Mails are shown as plain text with links, and their picture. */
export function mailboxPage(mailbox: Mailbox): string {
  return pageOf('Development mailbox', mailbox.closed ? closedNote : lettersOf(mailbox.letters))
}

function pageOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dev/mailbox.css">
</head>
<body>
<main>
<header><h1>${title}</h1>${content === closedNote ? '' : '<a class="again" href="">Reload</a>'}</header>
${content}
</main>
</body>
</html>`
}

const closedNote = `<section class="empty"><h2>This mailbox is closed</h2>
<p>Open it with the address that the server printed on its terminal when it started.</p></section>`

function lettersOf(letters: readonly MailboxLetter[]): string {
  const intro = `<p class="intro">No mail server is set (<code>SMTP_URL</code>), so e-mails are kept here instead of being sent.</p>`
  if (letters.length === 0) {
    return `${intro}<section class="empty"><h2>No e-mails yet</h2><p>Sign up, and the activation e-mail appears here.</p></section>`
  }
  return intro + letters.map(letterOf).join('\n')
}

function letterOf({ letter, at }: MailboxLetter): string {
  const time = at.toISOString()
  return `<article>
<h2>${escapeHtml(letter.subject)}</h2>
<dl><dt>From</dt><dd>${escapeHtml(`${letter.from.name} <${letter.from.address}>`)}</dd><dt>To</dt><dd>${escapeHtml(letter.to)}</dd><dt>Time</dt><dd><time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time></dd></dl>
${letter.picture ? pictureOf(letter.picture) : ''}<div class="text">${withLinks(letter.text)}</div>
</article>`
}

/** The picture of the mail, which its plain text lacks. */
const pictureOf = ({ png, alt }: LetterPicture) =>
  `<img class="picture" src="data:image/png;base64,${png}" alt="${escapeHtml(alt)}" width="180" height="180">
`

function withLinks(text: string): string {
  return escapeHtml(text).replace(/https?:&#47;&#47;\S+|https?:\/\/[^\s<]+/g, (url) => {
    return `<a href="${url}" rel="noreferrer">${url}</a>`
  })
}

export const mailboxStyle = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#f7f8fa, #0c0f14);
  --surface: light-dark(#ffffff, #12161c);
  --line: light-dark(#e5e8ee, #222933);
  --text: light-dark(#12161d, #e8ebf0);
  --soft: light-dark(#555d6a, #a0a9b7);
  --link: light-dark(#3445d4, #aab3f5);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 15px/1.6 Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 48px 20px 80px; }
header { display: flex; align-items: baseline; justify-content: space-between; gap: 16px; }
h1 { font-size: 22px; letter-spacing: -0.015em; margin: 0; }
h2 { font-size: 16px; letter-spacing: -0.01em; margin: 0; }
a { color: var(--link); text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 3px; }
code { font: 13px ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
.intro { color: var(--soft); margin: 6px 0 28px; }
article, .empty { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 24px; margin-top: 16px; }
.empty { padding: 48px 24px; text-align: center; }
.empty p { color: var(--soft); margin: 6px 0 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; margin: 10px 0 18px; font-size: 13px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
iframe { width: 100%; height: 560px; border: 1px solid var(--line); border-radius: 8px; background: #f7f8fa; }
summary { color: var(--soft); cursor: pointer; margin: 12px 0; font-size: 13px; }
.picture { display: block; margin: 0 0 18px; border: 1px solid var(--line); border-radius: 10px; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid var(--line); padding-top: 18px; }
`
